import { answerIfAny } from "../../exchange/answer-if-any.ts";
import { urlOfLength } from "../inputs/callback-url.ts";
import { withNonce, WRONG_SIGNATURES, wrongSignatures } from "../../refusals/wrong-signatures.ts";
import { withTimestamp } from "../../refusals/wrong-timestamps.ts";
import { unknownKey } from "../../refusals/wrong-keys.ts";
import {
  type Draft,
  type Operation,
  OPERATIONS,
  queryDraft,
  registerBody,
  registerDraft,
  type Tamper,
} from "../../request/draft.ts";
import { InapplicableError } from "../../../engine/record/verdict.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { KINDS_LANE, UNKNOWN_PATH, type RefusalKind, WORD } from "./refusal-kind.ts";
import { spentNonce } from "./spent-nonce.ts";
import type { SeenAnswer } from "./seen-answer.ts";

const ENOUGH = 2;
const DAY_SECONDS = 86_400;

/** The answers of the run, after asking each operation that has succeeded less than twice. */
export async function askOperations(
  { merchant, urls, seen }: WebhookContext,
  ...operations: readonly Operation[]
): Promise<readonly SeenAnswer[]> {
  const ask: Readonly<Record<Operation, () => Promise<unknown>>> = {
    register: async () => merchant.register(urls.fresh()),
    query: async () => merchant.query(),
    disable: async () => {
      await merchant.enabled();
      await merchant.disable();
    },
  };
  for (const operation of OPERATIONS.filter((one) => operations.includes(one))) {
    const isSuccess = ({ label, succeeded }: SeenAnswer) => label === operation && succeeded;
    for (let more = seen.answers.filter(isSuccess).length; more < ENOUGH; more += 1) await ask[operation]();
  }
  return seen.answers;
}

/** The answers of the run, after sending each kind of invalid request that was answered less than twice. */
export async function askKinds(
  context: WebhookContext,
  kinds: readonly RefusalKind[],
): Promise<readonly SeenAnswer[]> {
  const drafts = draftsOf(context);
  if (kinds.every((kind) => drafts[kind] === undefined))
    throw new InapplicableError("The profile does not claim that the target rejects such requests.");
  for (const kind of kinds) {
    const make = drafts[kind];
    if (make === undefined) continue;
    const seen = context.seen.answers.filter((seenAnswer) => seenAnswer.kind === kind).length;
    for (let more = seen; more < ENOUGH; more += 1) {
      const draft = await make();
      await (draft.isUnshown === true ? answerIfAny(context.merchant, draft) : context.merchant.send(draft));
    }
  }
  return context.seen.answers;
}

type Drafts = Readonly<Partial<Record<RefusalKind, () => Draft | Promise<Draft>>>>;

/** Kinds that the profile does not claim to be rejected have no draft. */
function draftsOf(context: WebhookContext): Drafts {
  const { merchant, urls } = context;
  return {
    "no API key": () => withKey(undefined),
    "wrong API key": () => withKey(unknownKey(merchant.apiKey)),
    ...signatureDrafts(context),
    "no body": () => registerBody(undefined, "refused input"),
    "malformed body": () => registerBody(`{"callbackUrl":"${urls.fresh()}`, "refused input"),
    "array as body": () => registerBody("[]", "refused input"),
    "no callback URL": () => registerBody("{}", "refused input"),
    "empty callback URL": () => registerDraft("", "refused input"),
    "number as callback URL": () => registerDraft(1, "refused input"),
    "word as callback URL": () => registerDraft(WORD, "refused input"),
    "http callback URL": () => registerDraft(urls.fresh().replace("https:", "http:"), "refused input"),
    "long callback URL": () => registerDraft(urlOfLength(urls, 513, "path"), "refused input"),
    "unknown path": () => ({
      label: "unknown path",
      path: UNKNOWN_PATH,
      method: "POST",
      expects: "open",
      isUnshown: true,
    }),
  };
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

function signatureDrafts({ merchant, claims, timestamp }: WebhookContext): Drafts {
  const old = withTimestamp("a day old", () =>
    timestamp(-DAY_SECONDS - (claims.timestampToleranceSeconds ?? 0)),
  );
  return {
    ...(claims.signature && {
      "no signature": () => forged(WRONG_SIGNATURES.absent()[0]?.tamper),
      "wrong signature": () => forged(wrongSignatures[0]?.tamper),
    }),
    ...(claims.timestampToleranceSeconds !== undefined && { "old timestamp": () => forged(old.tamper) }),
    ...(claims.nonceSingleUse && {
      "used nonce": async () => forged(withNonce("used", await spentNonce(merchant)).tamper),
    }),
  };
}
