import { configurationIn, succeeded } from "../../answer.ts";
import type { Overlapping } from "../send-together.ts";
import { Violation } from "../../../engine/verdict.ts";
import { show } from "../../finding.ts";

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
 * What query returned meanwhile is among these callback URLs.
 * @throws {Violation} when it returned another one
 */
export function readOnly(operations: readonly Overlapping[], registered: readonly string[]): void {
  for (const { answer } of operations) {
    if (answer === undefined || answer.draft.label !== "query") continue;
    const url = configurationIn(answer)?.callbackUrl;
    if (typeof url !== "string" || registered.includes(url)) continue;
    throw new Violation({
      expected: `a query among overlapping registers to return one of ${registered.map((one) => show(one)).join(", ")}`,
      actual: show(url),
      exchange: answer.exchange,
    });
  }
}
