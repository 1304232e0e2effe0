import { OF_ANOTHER_REQUEST, OF_A_REFUSED_REQUEST } from "../../merchant/stored-deviations.ts";
import { describeAnswer, succeeded } from "../../exchange/answer.ts";
import { configurationIn } from "../../merchant/configuration.ts";
import { CHANGED, changeOfUrl, urlChange } from "../../merchant/url-change.ts";
import { OF_ANOTHER } from "../model/deviations.ts";
import { returnedUrl } from "./returned-field.ts";
import type { Overlapping } from "../../merchant/send-together.ts";
import type { Deviation } from "../../../engine/requirement/deviation.ts";
import { Violation } from "../../../engine/record/verdict.ts";
import { describeJson } from "../../json/json.ts";

/** After overlapping registers, what was stored before them is stored still. A disable may be among them. */
export const NOT_REPLACED: Deviation = {
  what: OF_ANOTHER_REQUEST,
  when: ["after a register", "by overlapping registers", "on a disabled configuration"],
  part: "callbackUrl",
};

/** How a callback URL differs from those that were registered, while registers overlap. */
export function strayDeviation(url: string, registered: readonly string[]): Deviation {
  const given = registered.find((one) => urlChange(one, url) !== CHANGED);
  if (given === undefined) return /^https:/i.test(url) ? NEVER_REGISTERED : ONLY_REFUSED;
  return changeOfUrl(given, url, NOT_REPLACED.when);
}

/** Only a register that is to be refused has a URL of another scheme. */
const ONLY_REFUSED: Deviation = { what: OF_A_REFUSED_REQUEST, when: [], part: "callbackUrl" };

/** Query shows a callback URL that the merchant never registered, while registers overlap. */
const NEVER_REGISTERED: Deviation = {
  what: "callbackUrl that was never registered",
  when: ["by overlapping registers"],
  part: "callbackUrl",
  otherwise: { what: CHANGED, when: ["after a register", "by overlapping registers"] },
};

/** The callback URLs that may be stored after overlapping registers: an accepted one, one of unknown outcome, else the one before. */
export function possiblyStored(operations: readonly Overlapping[], before: string): string[] {
  const registers = operations.filter(({ draft }) => draft.label === "register");
  const settled = registers.some(({ answer }) => answer !== undefined && succeeded(answer));
  const possible = registers
    .filter(({ answer, answeredAt }) => answer === undefined || answeredAt === undefined || succeeded(answer))
    .flatMap(({ draft }) => draft.url ?? []);
  return settled ? possible : [...possible, before];
}

/**
 * The URL that query returned meanwhile is among these callback URLs.
 * @param others callback URLs of another merchant
 * @throws {Violation} when it returned another one
 * @throws {InconclusiveError} when it is not a string, which another requirement forbids
 */
export function readOnly(
  operations: readonly Overlapping[],
  registered: readonly string[],
  others: readonly string[] = [],
): void {
  for (const { answer, merchant } of operations) {
    if (answer === undefined || answer.draft.label !== "query") continue;
    const shown = configurationIn(answer);
    if (shown === undefined && merchant.claimsSuccess(answer))
      throw new Violation(
        {
          expected: "a query among overlapping registers to return the configuration",
          actual: describeAnswer(answer),
          exchange: answer.exchange,
        },
        "query.answers",
      );
    if (shown?.callbackUrl === undefined) continue;
    const url = returnedUrl(shown);
    if (registered.includes(url)) continue;
    throw new Violation({
      expected: `a query among overlapping registers to return one of ${registered.map((one) => describeJson(one)).join(", ")}`,
      actual: describeJson(url),
      exchange: answer.exchange,
      deviations: [others.includes(url) ? OF_ANOTHER : strayDeviation(url, registered)],
    });
  }
}
