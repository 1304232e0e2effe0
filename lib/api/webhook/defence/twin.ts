import { type Answer, succeeded } from "../../answer.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../../draft.ts";

export interface TwinOptions {
  readonly ask: (draft: Draft) => Promise<Answer>;
  /** A callback URL that the run has not used yet. */
  readonly freshUrl: () => string;
}

const PLAIN_MEMBERS = new Set(["label", "path", "method", "expects", "body", "contentType", "url"]);

/** The plainest request of the same operation. */
export function twinOf({ label }: Draft, { freshUrl }: Pick<TwinOptions, "freshUrl">): Draft {
  if (label === "register") return registerDraft(freshUrl());
  return label === "disable" ? disableDraft() : queryDraft();
}

/**
 * Asks what shows whether a request was refused for its input, or for what is stored; nothing where a request is its
 * own twin. The twin of a query is one after a register of another URL.
 */
export async function askTwins(draft: Draft, { ask, freshUrl }: TwinOptions): Promise<readonly Answer[]> {
  if (draft.label === "disable" && isPlain(draft)) return [];
  if (draft.label !== "query") return [await ask(twinOf(draft, { freshUrl }))];
  const register = await ask(registerDraft(freshUrl()));
  return succeeded(register) ? [register, await ask(queryDraft())] : [];
}

function isPlain(draft: Draft): boolean {
  return draft.url === undefined && Object.keys(draft).every((member) => PLAIN_MEMBERS.has(member));
}

/** Whether a request may be sent again: credentials of its own, or a place among overlapping requests, make a second one another one. */
export function isRepeatable({ once, lasting, tamper, expects }: Draft): boolean {
  return lasting !== true && once !== true && (tamper === undefined || expects !== "success");
}
