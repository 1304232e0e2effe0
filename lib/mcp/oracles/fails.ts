import { Violation } from "../../engine/verdict.ts";
import { describe } from "../describe.ts";
import type { McpAnswer } from "../door.ts";

/** An answer that breaks a requirement. @throws {Violation} always */
export function fails(expected: string, answer: McpAnswer, actual: string = describe(answer)): never {
  throw new Violation({ expected, actual, exchange: answer.exchange });
}
