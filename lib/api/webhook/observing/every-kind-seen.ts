import { answerIfAny } from "../../exchange/answer-if-any.ts";
import { urlOfLength } from "../inputs/callback-url.ts";
import {
  withNonce,
  withTimestamp,
  WRONG_SIGNATURES,
  wrongSignatures,
} from "../../refusals/wrong-signatures.ts";
import { unknownKey } from "../../refusals/wrong-keys.ts";
import { type Draft, queryDraft, registerBody, registerDraft, type Tamper } from "../../request/draft.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { KINDS_LANE, UNKNOWN_PATH, type RefusalKind, WORD } from "./refusal-kind.ts";
import { spentNonce } from "./spent-nonce.ts";
import type { SeenAnswer } from "./seen-answer.ts";

const ENOUGH = 2;
const DAY_SECONDS = 86_400;

/** Everything seen so far, after asking for what was seen less than twice: each operation, and each kind of refusal. */
export async function everyKindSeen(context: WebhookContext): Promise<readonly SeenAnswer[]> {
  const { answers } = context.seen;
  await meetOperations(context);
  for (const [kind, make] of kindsOf(context)) {
    const seen = answers.filter((seenAnswer) => seenAnswer.kind === kind).length;
    for (let more = seen; more < ENOUGH; more += 1) {
      const draft = await make();
      await (draft.isUnshown === true ? answerIfAny(context.merchant, draft) : context.merchant.send(draft));
    }
  }
  return answers;
}

async function meetOperations({ merchant, urls, seen }: WebhookContext): Promise<void> {
  const times = (label: string) =>
    seen.answers.filter((seenAnswer) => seenAnswer.label === label && seenAnswer.succeeded).length;
  for (let more = times("register"); more < ENOUGH; more += 1) await merchant.register(urls.fresh());
  for (let more = times("query"); more < ENOUGH; more += 1) await merchant.query();
  for (let more = times("disable"); more < ENOUGH; more += 1) {
    await merchant.enabled();
    await merchant.disable();
  }
}

type Kinds = readonly (readonly [RefusalKind, () => Draft | Promise<Draft>])[];

function kindsOf(context: WebhookContext): Kinds {
  const { merchant, urls } = context;
  const key = unknownKey(merchant.apiKey);
  return [
    ["no API key", () => withKey(undefined)],
    ["wrong API key", () => withKey(key)],
    ...signatureKinds(context),
    ["no body", () => registerBody(undefined, "refused input")],
    ["malformed body", () => registerBody(`{"callbackUrl":"${urls.fresh()}`, "refused input")],
    ["array as body", () => registerBody("[]", "refused input")],
    ["no callback URL", () => registerBody("{}", "refused input")],
    ["empty callback URL", () => registerDraft("", "refused input")],
    ["number as callback URL", () => registerDraft(1, "refused input")],
    ["word as callback URL", () => registerDraft(WORD, "refused input")],
    ["http callback URL", () => registerDraft(urls.fresh().replace("https:", "http:"), "refused input")],
    ["long callback URL", () => registerDraft(urlOfLength(urls, 513, "path"), "refused input")],
    ["unknown path", unknownPath],
  ];
}

function unknownPath(): Draft {
  return { label: "unknown path", path: UNKNOWN_PATH, method: "POST", expects: "open", isUnshown: true };
}

function withKey(apiKey: string | undefined): Draft {
  const tamper: Tamper = (valid) => ({ ...valid, apiKey });
  return { ...queryDraft("refused key"), tamper, lane: KINDS_LANE };
}

function forged(tamper: Tamper | undefined): Draft {
  return {
    ...queryDraft("refused signature"),
    lane: KINDS_LANE,
    ...(tamper === undefined ? {} : { tamper }),
  };
}

function signatureKinds({ merchant, claims, timestamp }: WebhookContext): Kinds {
  const old = withTimestamp("a day old", () =>
    timestamp(-DAY_SECONDS - (claims.timestampToleranceSeconds ?? 0)),
  );
  const claimed: Kinds = [
    ["no signature", () => forged(WRONG_SIGNATURES.absent()[0]?.tamper)],
    ["wrong signature", () => forged(wrongSignatures[0]?.tamper)],
  ];
  return [
    ...(claims.signature ? claimed : []),
    ...(claims.timestampToleranceSeconds === undefined
      ? []
      : [["old timestamp", () => forged(old.tamper)] as const]),
    ...(claims.nonceSingleUse
      ? [["used nonce", async () => forged(withNonce("used", await spentNonce(merchant)).tamper)] as const]
      : []),
  ];
}
