import type { Deviation } from "../../engine/deviation.ts";
import { Violation } from "../../engine/verdict.ts";
import { describeMcpAnswer } from "../describe-mcp-answer.ts";
import type { McpAnswer } from "../door.ts";
import { responseTo } from "../rpc.ts";
import { assertFirstAttempt, withoutEra } from "./fails.ts";

const REFUSED_FROM = 400;
const FAILED_FROM = 500;

/**
 * Checks the status of an answer.
 * @param served the deviation if the request was not rejected
 * @throws {Violation}
 */
export function isStatus(
  answer: McpAnswer,
  admitted: readonly number[],
  what: string,
  served: Deviation = { what: `served: ${withoutEra(what)}`, when: [] },
): void {
  if (admitted.includes(answer.status)) return;
  assertFirstAttempt(answer);
  throw new Violation({
    expected: `HTTP ${admitted.join(" or ")} for ${what}`,
    actual: describeMcpAnswer(answer),
    exchange: answer.exchange,
    witness: answer.recorded,
    deviations: [isServed(answer) ? served : otherStatus(answer.status, admitted)],
  });
}

/** An error is a rejection, whatever its status. */
function isServed(answer: McpAnswer): boolean {
  const { waitsFor } = answer.request;
  const response = waitsFor === undefined ? undefined : responseTo(answer, waitsFor);
  return answer.status < REFUSED_FROM && response?.error === undefined;
}

/** A rejection with another status is the same mistake for every request. */
function otherStatus(status: number, [wanted]: readonly number[]): Deviation {
  return { what: status < FAILED_FROM ? `HTTP ${status} instead of ${wanted}` : `HTTP ${status}`, when: [] };
}
