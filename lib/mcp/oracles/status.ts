import { Violation } from "../../engine/verdict.ts";
import { describe } from "../describe.ts";
import type { McpAnswer } from "../door.ts";

/** Judges the status of an answer. @throws {Violation} */
export function isStatus(answer: McpAnswer, admitted: readonly number[], what: string): void {
  if (admitted.includes(answer.status)) return;
  throw new Violation({
    expected: `HTTP ${admitted.join(" or ")} for ${what}`,
    actual: describe(answer),
    exchange: answer.exchange,
  });
}
