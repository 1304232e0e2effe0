import type { Effort } from "../engine/effort.ts";
import { headersOf, type McpRequest } from "./door.ts";
import type { Era } from "./era.ts";
import type { Mcp } from "./mcp.ts";
import { requestsOfStatelessEra } from "./request-kinds.ts";

/** A valid request, and one of its headers. */
interface HeaderToChange {
  readonly name: string;
  /** The method of the request. */
  readonly method: string;
  readonly valid: McpRequest;
}

/**
 * The requests of each method that have one of these headers. At quick depth each method has one: with the first header
 * of the list that it has.
 */
export async function headersToChange(
  mcp: Mcp,
  era: Era,
  names: readonly string[],
  { isQuick }: Pick<Effort, "isQuick">,
): Promise<readonly HeaderToChange[]> {
  const found: HeaderToChange[] = [];
  for (const { name: method, build } of requestsOfStatelessEra(mcp, era)) {
    const { headers } = await build(mcp.readOnly);
    const there = names.filter((name) => headersOf({ headers }, name.toLowerCase()).length > 0);
    for (const name of isQuick ? there.slice(0, 1) : there)
      found.push({ name, method, valid: await build(mcp.readOnly) });
  }
  return found;
}
