import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import { inferred, stated } from "../../../lib/api/webhook/requirement.ts";
import { urlOfLength } from "../../../lib/api/webhook/inputs/callback-url.ts";
import {
  FIRST_OF_CONNECTION,
  MAX_CALLBACK_URL_CHARS,
  disableDraft,
  OPERATIONS,
} from "../../../lib/api/request/draft.ts";
import { WRONG_KEYS } from "../../../lib/api/refusals/wrong-keys.ts";
import type { CredentialOffences } from "../../../lib/api/refusals/caller.ts";
import { WRONG_SIGNATURES, wrongSignatures } from "../../../lib/api/refusals/wrong-signatures.ts";
import type { CredentialOffence } from "../../../lib/api/request/offence.ts";
import { neededNoBody } from "../../../lib/api/webhook/oracles/needed-no-body.ts";
import { repeatCheck } from "../../../lib/api/webhook/oracles/repeat-check.ts";
import { refuseAtWebhooks } from "../../../lib/api/webhook/refuse-credentials.ts";
import { refuseReplays } from "../../../lib/api/webhook/refuse-replays.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";
import { InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import type { Configuration, ConfigurationField } from "../../../lib/api/merchant/configuration.ts";
import type { RuleFinding } from "../../../lib/engine/requirement/requirement.ts";
import { type Answer, describeAnswer, succeeded } from "../../../lib/api/exchange/answer.ts";
import { type Known, isDisableAlone, refusalIn } from "../../../lib/api/webhook/model/known.ts";
import {
  keepsField,
  showsWhatIsStored,
  staysDisabled,
  stillShowsTheUrl,
} from "../../../lib/api/webhook/rules/keeps.ts";
import { broken, KEPT, NOTHING } from "../../../lib/api/exchange/rule-findings.ts";
import { afterDisable, onEach, onReading, type Reading } from "../../../lib/api/webhook/rules/steps.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";

const SAME_CONFIGURATION =
  "The transition to disabled changes the status of the configuration and names nothing else.";
/** Longer than most caches keep what they read. From standard depth on, long enough for `register.moves-update-time`. */
const PAUSE_MS = { quick: 600, standard: 4_200, deep: 30_000 };
const DISABLES = 2;
/** One rejection may coincide with a target that disables by itself. */
const TELLING_REJECTIONS = 2;
/** Whether a disable is served that is more than the document shows is open; what is answered with true has disabled. */
const WITH_A_BODY = { body: Buffer.from("{}"), contentType: "application/json" };
const WITH_A_QUERY_STRING = { query: "x=1" };
/** As curl sends it. */
const WITHOUT_A_LENGTH = { withoutLength: true, isAstray: true };

export const succeeds = stated("disable.succeeds", {
  sections: ["3.2", "4.2", "7"],
  text: "Disabling a configuration that is not disabled succeeds: `data` is true.",
  rule: onEach("disable", succeedsOnEnabled),
  unheard: neverShownEnabled,
  restsOn: {
    granted: "disable.succeeds",
    owners: ["versioning.path-prefix", "disable.needs-no-body"],
  },
});

export const needsNoBody = stated("disable.needs-no-body", {
  sections: ["4.1", "4.2"],
  reads: ["status"],
  text: "Disable needs neither a request body nor a Content-Type.",
  rule: onEach("disable", succeedsWithoutBody),
  unheard: neverShownEnabled,
  check: async ({ merchant, decideByListening }) => {
    const { status } = await merchant.enabled();
    if (status !== 0 && (await neededNoBody(merchant, disableDraft()))) return;
    if (status === 1) throw new InconclusiveError("The target refuses disable with and without a body.");
    decideByListening();
  },
});

export const setsStatusToZero = stated("disable.sets-status", {
  sections: ["3.1", "3.2"],
  text: "After disable, query shows status 0.",
  rule: onReading(isDisabledAfterDisable),
  check: async ({ merchant, urls, effort }) => {
    const long = urlOfLength(urls, MAX_CALLBACK_URL_CHARS, "path");
    const stored = [long, urls.under("esc/%20%C3%A9?q=%26"), urls.fresh()];
    for (const url of effort.tried(stored)) {
      if (!succeeded(await merchant.register(url))) await merchant.accepts(urls.fresh());
      await merchant.configuration();
      const { lane } = url === long ? FIRST_OF_CONNECTION : {};
      assertSame(await merchant.disabled(lane), { status: 0 });
    }
    for (const unusual of effort.triedSparingly([WITH_A_BODY, WITH_A_QUERY_STRING, WITHOUT_A_LENGTH])) {
      await merchant.enabled();
      const answer = await answerIfAny(merchant, { ...disableDraft("open"), ...unusual });
      if (answer !== undefined && succeeded(answer))
        assertSame(await merchant.configuration(), { status: 0 });
    }
  },
});

/** Says that disable keeps a field. */
function keeps(
  id: string,
  field: ConfigurationField,
  ...looks: readonly ((reading: Reading) => readonly RuleFinding[])[]
) {
  return inferred(id, {
    sections: ["2.1", "3.2"],
    reads: [field],
    text: `Disable keeps \`${field}\`.`,
    because: SAME_CONFIGURATION,
    rule: afterDisable(...looks),
    unheard: neverShownEnabled,
  });
}

export const keepsId = keeps("disable.keeps-id", "id", keepsField("id"));
export const keepsMerchantId = keeps("disable.keeps-merchant-id", "merchantId", keepsField("merchantId"));
export const keepsCallbackUrl = keeps(
  "disable.keeps-callback-url",
  "callbackUrl",
  showsWhatIsStored,
  stillShowsTheUrl,
);
export const keepsCreateTime = keeps("disable.keeps-create-time", "createTime", keepsField("createTime"));

export const staysDisabledWhenDisabledAgain = inferred("disable.again", {
  spends: true,
  sections: ["3.2"],
  text: "Disabling a disabled configuration leaves it disabled, whatever the answer.",
  because: "No transition leads from disabled back to enabled by disable.",
  check: async ({ merchant }) => {
    await merchant.disabled();
    for (let again = 0; again < DISABLES; again += 1) {
      await merchant.disable();
      assertSame(await merchant.configuration(), { status: 0 });
    }
  },
});

export const lastsUntilRegister = inferred("disable.lasts", {
  sections: ["3.2"],
  text: "A disabled configuration stays disabled, and keeps its callback URL, until its merchant registers.",
  because: "No other operation is shown to change a disabled configuration.",
  rule: onReading(isDisabledStill),
  check: async ({ merchant, others, urls, pause, effort }) => {
    const all = [merchant, ...others];
    const held = new Map<string, Configuration>();
    for (const one of all) {
      if (!effort.isQuick) await one.holds(urls.fresh());
      const { callbackUrl } = await one.disabled();
      held.set(one.name, { status: 0, ...(callbackUrl !== undefined && { callbackUrl }) });
    }
    await pause(effort.at(PAUSE_MS));
    for (const one of [...all, ...all])
      assertSame(await one.configuration(), held.get(one.name) ?? { status: 0 });
    for (const [at, one] of all.entries()) {
      const later = all.slice(at + 1);
      for (const other of effort.isQuick ? [] : later) {
        const { callbackUrl } = await other.settled();
        if (typeof callbackUrl === "string") await one.tries(callbackUrl);
      }
      await one.holds(at > 0 ? `${urls.fresh()}?a=1` : urls.fresh());
      for (const other of later) assertSame(await other.configuration(), { status: 0 });
    }
  },
});

export const stillAuthenticates = inferred("disable.still-authenticates", {
  spends: true,
  sections: ["3.2", "5"],
  text: "After disable, requests with a wrong API key or signature, or with a used nonce, are refused as before.",
  because:
    "Disable changes the status of the configuration; how requests are authenticated does not depend on it.",
  check: repeatCheck(async (context) => {
    const { merchant, others, claims, effort } = context;
    const operations = effort.triedSparingly(OPERATIONS);
    const absent = effort.isQuick ? [] : [WRONG_KEYS.absent, WRONG_SIGNATURES.absent];
    const tables: readonly CredentialOffences[] = [WRONG_KEYS.unknown, () => wrongSignatures, ...absent];
    const binding = ({ expects }: CredentialOffence) => claims.signature || expects === "refused key";
    const offencesOf: CredentialOffences = (caller) =>
      tables.flatMap((table) => table(caller).slice(0, 1)).filter(binding);
    await refuseAtWebhooks(context, offencesOf, { state: "disabled", operations });
    if (!claims.nonceSingleUse) return;
    for (const one of effort.tried([merchant, ...others]))
      await refuseReplays(context, [{ of: "query" }], { merchant: one, state: "disabled" });
  }),
});

/** A target may disable by itself between the last reading and disable. Where one did, one rejection alone says nothing. */
function succeedsOnEnabled(
  answer: Answer,
  { disabled, rejectedDisables, falls }: Known,
): readonly RuleFinding[] {
  if (succeeded(answer)) return disabled === true ? NOTHING : KEPT;
  const hasFallen = Object.values(falls).some(({ fell }) => fell > 0);
  const isTelling = !hasFallen || rejectedDisables + 1 >= TELLING_REJECTIONS;
  return disabled === false && !answer.repeated && isTelling
    ? broken("`data` true", describeAnswer(answer))
    : NOTHING;
}

function succeedsWithoutBody(answer: Answer, { disabled }: Known): readonly RuleFinding[] {
  return succeeded(answer) && disabled !== true && answer.draft.body === undefined ? KEPT : NOTHING;
}

/** Another requirement judges what a disable of a disabled configuration does. */
function isDisabledAfterDisable(reading: Reading): readonly RuleFinding[] {
  const { since, seen, disabled } = reading.known;
  if (!since.includes("disable") || (seen?.status === 0 && isDisableAlone(since))) return NOTHING;
  const isGone = reading.now.status === undefined && seen?.status !== undefined && isDisableAlone(since);
  return disabled === true && isGone
    ? broken("`status` 0", "nothing", { parts: ["status"] })
    : staysDisabled(reading);
}

/** Other requirements check the effect of rejected requests. */
function isDisabledStill(reading: Reading): readonly RuleFinding[] {
  const { since } = reading.known;
  return since.includes("disable") || refusalIn(since) !== undefined ? NOTHING : staysDisabled(reading);
}

/** Explains why no effect of disable can be seen. Undefined: an answer showed an enabled configuration, or no disabled one. */
function neverShownEnabled({ seen }: Pick<WebhookContext, "seen">): string | undefined {
  const statuses = new Set(seen.answers.map(({ configuration }) => configuration?.["status"]));
  return statuses.has(0) && !statuses.has(1)
    ? "No register of this run has enabled a configuration, so the run cannot see an effect of disable."
    : undefined;
}
