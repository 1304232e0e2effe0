import type { Deviation } from "../../engine/deviation.ts";
import { InconclusiveError, Violation } from "../../engine/verdict.ts";
import { describeMcpAnswer } from "../describe-mcp-answer.ts";
import type { McpAnswer } from "../door.ts";
import { responseTo } from "../rpc.ts";

const REFUSED_FROM = 400;

/** The same in every era. */
export function withoutEra(text: string): string {
  return text.replace(/ \([^()]*\)$/, "");
}

/**
 * An answer that breaks a requirement.
 * @throws {Violation} always, but for an answer that an earlier attempt of the run may explain
 */
export function failRequirement(
  expected: string,
  answer: McpAnswer,
  actual?: string,
  deviation: Deviation = deviationOf(expected, answer, actual),
): never {
  assertFirstAttempt(answer);
  const { exchange, recorded: witness } = answer;
  throw new Violation({
    expected,
    actual: actual ?? describeMcpAnswer(answer),
    exchange,
    witness,
    deviations: [deviation],
  });
}

/**
 * A stream that is open already, a code that was redeemed, a session that was ended: a second attempt can meet the effect
 * of the first.
 * @throws {InconclusiveError} if the request was sent again because no answer came
 */
export function assertFirstAttempt(answer: McpAnswer): void {
  if (answer.isRepeated !== true) return;
  const { label } = answer.request;
  throw new InconclusiveError(
    `No answer came to the first ${label}. The second was answered ${describeMcpAnswer(answer)}, which the first may have caused. A proxy may hold answers back: run again on a direct connection, or raise limits.timeoutMs.`,
  );
}

/** For an answer as a whole, its status says more than the expectation. */
function deviationOf(expected: string, answer: McpAnswer, actual: string | undefined): Deviation {
  const { status } = answer;
  const isRefused = actual === undefined && status >= REFUSED_FROM;
  const { waitsFor } = answer.request;
  const response = waitsFor === undefined ? undefined : responseTo(answer, waitsFor);
  const isEmpty = response !== undefined && response.result === undefined && response.error === undefined;
  if (!isRefused && isEmpty) return { what: "a response with neither a result nor an error", when: [] };
  return { what: isRefused ? `HTTP ${status}` : `not ${withoutEra(expected)}`, when: [] };
}
