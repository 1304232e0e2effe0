import { Violation } from "../../engine/verdict.ts";
import { describe, type McpAnswer } from "../door.ts";

/** An answer that breaks a requirement. @throws {Violation} always */
export function fails(expected: string, answer: McpAnswer, actual: string = describe(answer)): never {
  throw new Violation({ expected, actual, exchange: answer.exchange });
}
