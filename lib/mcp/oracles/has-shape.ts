import { InconclusiveError } from "../../engine/verdict.ts";
import { describeMcpAnswer } from "../describe-mcp-answer.ts";
import type { McpAnswer } from "../door.ts";
import { resultOf } from "../rpc.ts";
import { failRequirement } from "./fails.ts";

/** A kind of result, named as in the schema of the specification. */
export type Shape = "CallToolResult" | "DiscoverResult" | "InitializeResult" | "ListToolsResult";

/**
 * Checks a result by the schema of the official library.
 * @throws {Violation}
 * @throws {InconclusiveError} without a result
 */
export async function hasShape(answer: McpAnswer, shape: Shape): Promise<void> {
  const result = resultOf(answer);
  if (result === undefined)
    throw new InconclusiveError(`A valid ${answer.request.label} was answered ${describeMcpAnswer(answer)}.`);
  const { specTypeSchemas } = await import("@modelcontextprotocol/server");
  const { issues } = specTypeSchemas[shape]["~standard"].validate(result);
  const [first] = issues ?? [];
  if (first === undefined) return;
  const place = (first.path ?? []).map((step) => String(typeof step === "object" ? step.key : step));
  failRequirement(
    `a ${shape} of the specification`,
    answer,
    `at ${place.join(".") || "its root"}: ${first.message}`,
  );
}
