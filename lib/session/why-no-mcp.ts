import { BudgetError, InconclusiveError } from "../engine/record/verdict.ts";
import type { Diagnosis } from "../api/diagnosis/diagnosis.ts";
import type { OpenTarget } from "./open-target.ts";

const REJECTED = [401, 403];
const NOT_FOUND = [404, 405];

/**
 * Explains why an MCP service, the only target of a profile, serves no request with the read-only token.
 * @returns undefined when it serves one, when the profile has no such token, or when the checks can report more
 */
export async function whyNoMcp({
  shared: { mcp },
  recorder,
}: Pick<OpenTarget, "shared" | "recorder">): Promise<Diagnosis | undefined> {
  if (mcp?.readOnly.token === undefined) return undefined;
  const before = recorder.exchanges.length;
  try {
    await mcp.eras();
    return undefined;
  } catch (error) {
    if (!(error instanceof InconclusiveError) || error instanceof BudgetError) return undefined;
    const statuses = recorder.exchanges.slice(before).map(({ answer }) => answer?.status);
    const next = recorder.redact(error.message);
    const isEach = (known: readonly unknown[]) => statuses.every((status) => known.includes(status));
    if (isEach([undefined]))
      return { code: "no-answer", finding: `The MCP service at ${mcp.url} gave no answer.`, next };
    if (isEach(REJECTED))
      return { code: "unknown-key", finding: `The MCP service at ${mcp.url} rejects the token.`, next };
    if (isEach(NOT_FOUND))
      return { code: "wrong-base-path", finding: `There is no MCP service at ${mcp.url}.`, next };
    return undefined;
  }
}
