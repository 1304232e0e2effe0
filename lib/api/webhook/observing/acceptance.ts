import type { Answer } from "../../exchange/answer.ts";
import type { Draft } from "../../request/draft.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { isObject } from "../../json/json.ts";
import { canonicalText, type Plain } from "../../../engine/plain.ts";
import { lookTwice, type Observed } from "../../../engine/observed.ts";
import { answerIfAny } from "../../exchange/answer-if-any.ts";
import { everyKindSeen } from "./every-kind-seen.ts";

/** The outcome of a request about which the document says nothing. */
export type Acceptance = "accepted" | "refused" | "not answered";

/** The answer to a request about which the document says nothing. The suite ignores the callback URL that it may have stored. */
export async function observeAcceptance(
  { merchant, seen }: WebhookContext,
  draft: Draft,
): Promise<Acceptance> {
  const { url: _, ...rest } = draft;
  const answer = await answerIfAny(merchant, { ...rest, expects: "open" });
  if (answer === undefined) return "not answered";
  return isAccepted(answer, seen) ? "accepted" : "refused";
}

/** The acceptances of several requests, by what is special about each. Each request is made anew. */
export async function observeAcceptances(
  context: WebhookContext,
  drafts: Readonly<Record<string, () => Draft | Promise<Draft>>>,
): Promise<Observed> {
  return lookTwice(context, async () => {
    const found: Record<string, Plain> = {};
    for (const [name, make] of Object.entries(drafts))
      found[name] = await observeAcceptance(context, await make());
    return found;
  });
}

/** The acceptance of one request, made anew each time. */
export async function acceptanceOf(
  context: WebhookContext,
  make: () => Draft | Promise<Draft>,
): Promise<Observed> {
  return lookTwice(context, async () => observeAcceptance(context, await make()));
}

/** `data` says so; an empty object does where it is not what refusals hold. */
function isAccepted({ draft, envelope }: Answer, { answers }: WebhookContext["seen"]): boolean {
  const data = envelope?.["data"];
  if (!draft.label.startsWith("query")) return data === true;
  if (!isObject(data)) return false;
  return (
    Object.keys(data).length > 0 ||
    !answers.some(
      ({ expects, envelope: other }) => expects.startsWith("refused") && canonicalText(other?.data) === "{}",
    )
  );
}

/** How an answer without a clear yes reads beside the target's usual refusals and successes. */
export async function readingOf(
  context: WebhookContext,
  { code, data }: { readonly code: Plain; readonly data: Plain },
): Promise<Plain> {
  const known = await everyKindSeen(context);
  const codesOf = (wanted: boolean) =>
    new Set(
      known.filter((one) => isTelling(one, wanted)).map(({ envelope }) => canonicalText(envelope?.code)),
    );
  const [yes, no] = [codesOf(true), codesOf(false)];
  const saysYes = yes.has(canonicalText(code)) && !no.has(canonicalText(code));
  const usual = known.some(
    (one) => isTelling(one, false) && canonicalText(one.envelope?.data) === canonicalText(data),
  );
  if (!saysYes && usual) return "refused";
  return data === "absent" ? "no data" : `data ${canonicalText(data)}`;
}

function isTelling(
  { expects, kind, succeeded }: WebhookContext["seen"]["answers"][number],
  wanted: boolean,
): boolean {
  return wanted ? expects === "success" && succeeded : kind !== undefined && !succeeded;
}
