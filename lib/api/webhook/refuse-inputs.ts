import { Violation } from "../../engine/record/verdict.ts";
import { succeeded } from "../exchange/answer.ts";
import { describeJson, type JsonValue } from "../json/json.ts";
import type { Configuration } from "../merchant/configuration.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { type Attempt, openResult, attemptResult } from "../refusals/attempt.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { inManner } from "../request/manner.ts";
import type { InputOffence } from "../request/offence.ts";
import { isEquivalent } from "./inputs/equivalent-url.ts";
import { grammarOf } from "./inputs/url-grammar.ts";
import { returnedField } from "./oracles/returned-field.ts";
import type { WebhookContext } from "./webhook-context.ts";
import { webhookSituation } from "./webhook-situation.ts";

/** Only deep depth shows which offence had an effect. More rejections in a row could look like an attack. */
const OFFENCES_PER_READING = { quick: 5, standard: 5, deep: 1 };
/** At quick depth the last accepted register serves as twin of all. */
const READINGS_PER_TWIN = { quick: Infinity, standard: 2, deep: 1 };
/** The requirement that an effect of a refused register breaks. */
export const REFUSAL_CHANGES_NOTHING = "register.refusal-changes-nothing";

/**
 * Every offence is refused, or stored as the URL to which validators repair it; a twin is accepted, and a refusal
 * changes nothing stored. Several offences share a reading, and more share a twin.
 * The second merchant is disabled, if registers enable it again. `lifecycle.refuses-input-throughout` repeats it in other circumstances.
 * @throws {Violation} when one is accepted, and not repaired
 * @throws {UnreturnedError} when query does not show what is stored of one that may be repaired
 * @throws {InconclusiveError} when a twin is refused too, or a refusal had an effect, which is judged elsewhere
 */
export async function refuseInputs(
  { merchant, effort, isSecondRound }: WebhookContext,
  offences: readonly InputOffence[],
): Promise<void> {
  const size = effort.at(OFFENCES_PER_READING);
  const chosen = effort.tried(offences);
  const what = "a refused register";
  const situation = webhookSituation({
    merchants: [merchant],
    state: isSecondRound ? "disabledAgain" : "steady",
    isHeard: true,
    breaks: REFUSAL_CHANGES_NOTHING,
    what,
  });
  const attempts = chosen.map(({ draft, ...offence }, at) =>
    inputAttempt(merchant, { ...offence, draft: inManner(draft, at) }),
  );
  for (let reading = 0; reading * size < chosen.length; reading += 1) {
    const first = chosen[reading * size];
    const isTwinDue = !effort.isQuick && reading % effort.at(READINGS_PER_TWIN) === 0;
    if (first !== undefined && isTwinDue) await merchant.accepts(first.twin);
    const group = attempts.slice(reading * size, (reading + 1) * size);
    await refuseAttempts(group, { situation, every: attempts.slice(reading * size) });
  }
}

function inputAttempt(merchant: Merchant, { name, draft, repaired }: InputOffence): Attempt {
  return {
    name,
    offence: name,
    door: draft.label,
    /** @throws {Violation} when it is stored as another URL than the repaired one */
    async send() {
      const answer = await merchant.send(draft);
      const isGranted = succeeded(answer);
      if (repaired === undefined || !isGranted) return attemptResult(answer, isGranted);
      storesNoOtherUrl(await merchant.configuration(), repaired, name);
      return openResult(answer);
    },
  };
}

/**
 * After a callback URL was accepted that many validators repair, query returns what leads to the URL behind it: that URL
 * itself, or a text of which URL parsers make it.
 * @throws {Violation} when query returns anything else
 * @throws {UnreturnedError} when the target does not return the callback URL, so that the stored URL is not known
 */
function storesNoOtherUrl(configuration: Configuration, behind: string, what: string): void {
  const stored = returnedField(configuration, "callbackUrl");
  if (typeof stored === "string" && leadsTo(stored, behind)) return;
  throw new Violation({
    expected: `${what} to be refused, or ${describeJson(behind)} to be stored`,
    actual: `it is accepted, and query returns ${describeJson(stored)}, ${kindOf(stored)}`,
    parts: ["callbackUrl"],
  });
}

function leadsTo(stored: string, url: string): boolean {
  const grammar = grammarOf(stored);
  return grammar !== "none" && isEquivalent(grammar === "WHATWG" ? new URL(stored).href : stored, url);
}

function kindOf(stored: JsonValue): string {
  if (typeof stored !== "string") return "which is no string";
  return grammarOf(stored) === "none"
    ? "which is no HTTPS URL by RFC 3986, nor for `new URL`"
    : "which is another URL";
}
