import type { Rule, RuleFinding } from "../../../engine/requirement/requirement.ts";
import { type Answer, succeeded } from "../../exchange/answer.ts";
import { describeJson } from "../../json/json.ts";
import { configurationIn, type Configuration } from "../../merchant/configuration.ts";
import type { Operation } from "../../request/draft.ts";
import { describeFall } from "../model/telling-falls.ts";
import { type Known, type Explanation, causeOf, type Refusal, refusalBehind } from "../model/known.ts";
import type { WebhookMoment, TimesOfMerchant } from "../webhook-moment.ts";
import { broken, NOTHING } from "../../exchange/rule-findings.ts";

export interface Reading {
  readonly now: Configuration;
  readonly known: Known;
  /** Milliseconds since 1970. */
  readonly heardAt: number;
  readonly times: TimesOfMerchant;
}

const NOT_OF_A_REFUSAL = "a `callbackUrl` that an accepted register has sent";

type Judge = (reading: Reading) => readonly RuleFinding[];

/** Each answer to a valid request of an operation, by what was known before. A way that the document does not show may be closed. */
export function onEach(
  operation: Operation,
  judge: (answer: Answer, known: Known, moment: WebhookMoment) => readonly RuleFinding[],
): Rule<WebhookMoment> {
  return {
    byItself: false,
    hear: (moment) => {
      const { answer, known, isStep } = moment;
      const { label, expects, isAstray = false } = answer.draft;
      const isAbout = isStep && label === operation && expects === "success";
      return isAbout && !(isAstray && !succeeded(answer)) ? judge(answer, known, moment) : NOTHING;
    },
  };
}

export function onReading(judge: Judge): Rule<WebhookMoment> {
  return onEach("query", (answer, known, { heardAt, times }) => {
    const now = configurationIn(answer);
    return now === undefined ? NOTHING : judge({ now, known, heardAt, times });
  });
}

/** Readings whose steps since the last reading contain a register, whatever else came. */
export function afterRegister(...judges: readonly Judge[]): Rule<WebhookMoment> {
  return after("register", judges);
}

/** A disable, and no register. */
export function afterDisable(...judges: readonly Judge[]): Rule<WebhookMoment> {
  return after("disable", judges);
}

/**
 * Nothing that could have changed it but refused requests; the last of them is of this kind. Where no register enables a
 * webhook again, its only fall after such a request counts.
 */
export function afterRefusal(kind: Refusal, ...judges: readonly Judge[]): Rule<WebhookMoment> {
  return onReading((reading) => {
    const { since, fall } = reading.known;
    const isForGood = since.includes("register") && reading.now.status === 0;
    const stayed = isForGood && fall?.after === kind ? fall.stayed("before and after") : undefined;
    if (stayed !== undefined) return broken("`status` still 1", describeFall(stayed), { parts: ["status"] });
    if (refusalBehind(reading.now.callbackUrl, reading.known) === kind)
      return broken(NOT_OF_A_REFUSAL, describeJson(reading.now.callbackUrl), { parts: ["callbackUrl"] });
    return causeOfReading(reading) === kind ? judges.flatMap((judge) => judge(reading)) : NOTHING;
  });
}

export function afterQueries(...judges: readonly Judge[]): Rule<WebhookMoment> {
  return after("queries", judges);
}

function after(cause: Explanation, judges: readonly Judge[]): Rule<WebhookMoment> {
  return onReading((reading) =>
    causeOfReading(reading) === cause ? judges.flatMap((judge) => judge(reading)) : NOTHING,
  );
}

/** The steps before a reading, or the refused request that alone has sent the URL that is stored, however long ago. */
export function causeOfReading({ now: { callbackUrl }, known }: Reading): Explanation {
  return refusalBehind(callbackUrl, known) ?? causeOf(known.since);
}

/** A configuration exists that no reading had shown before the last register. */
export function isCreation({ absent, since }: Known): boolean {
  return absent && since.includes("register");
}
