import type { Answer } from "../../exchange/answer.ts";
import type { Draft } from "../../request/draft.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { isObject } from "../../json/json.ts";
import { hasConfiguration } from "../../merchant/configuration.ts";
import { askTwice } from "../../../engine/judge/observed.ts";
import { canonicalText, type Plain } from "../../../engine/requirement/plain.ts";
import { answerIfAny } from "../../exchange/answer-if-any.ts";
import { askKinds, askOperations } from "./ask-kinds.ts";
import type { Transition } from "./seen-answer.ts";

/** The outcome of a request about which the document says nothing. */
export type Acceptance = "accepted" | "refused" | "not answered";

/** Looks whether a request is accepted, made anew each time. A query needs a configuration. */
export function acceptanceOf<Context extends WebhookContext>(
  make: (context: Context) => Draft | Promise<Draft>,
): ReturnType<typeof askTwice<Context>> {
  return askTwice<Context>(async (context) => {
    const draft = await make(context);
    if (draft.label.startsWith("query")) await ensureConfigured(context);
    return observeAcceptance(context, draft);
  });
}

/** Brings about a configuration, unless a query has shown one: nothing can delete it. */
export async function ensureConfigured({ merchant, seen }: WebhookContext): Promise<void> {
  const isShown = seen.answers.some(
    ({ caller, configuration }) => caller === merchant.name && hasConfiguration(configuration),
  );
  if (!isShown) await merchant.settled();
}

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

/** The answers of the run to a step whose answer the document leaves open. */
export async function answersTo(context: WebhookContext, kind: Transition): Promise<Plain[]> {
  const looks: Plain[] = [];
  for (const { label, succeeded, envelope } of context.seen.answers.filter(
    ({ transition }) => transition === kind,
  )) {
    if (succeeded && label !== "query") looks.push("accepted");
    else looks.push(envelope === undefined ? "no envelope" : await readingOf(context, envelope));
  }
  return looks;
}

/** How an answer without a clear yes reads beside the target's usual refusals and successes. */
async function readingOf(
  context: WebhookContext,
  { code, data }: { readonly code: Plain; readonly data: Plain },
): Promise<Plain> {
  await askOperations(context, "register", "query", "disable");
  const known = await askKinds(context, ["wrong API key", "http callback URL"]);
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
