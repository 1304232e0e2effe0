import type { McpAnswer } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerEra } from "../service/once-per-service.ts";
import { failRequirement, validResult } from "../refusals/fails.ts";
import { isRpcObject, memberOf, listOf } from "../wire/rpc.ts";

/** The most pages that are asked for. */
export const MAX_PAGES = 20;

interface ToolsListed {
  /** The last page. */
  readonly answer: McpAnswer;
  readonly tools: readonly unknown[];
  /** Whether the pages come to an end. */
  readonly ends: boolean;
}

/** All tools that the service lists for the read-write token, page after page. */
export const toolsListed = oncePerEra(async (mcp: Mcp, era: Era): Promise<ToolsListed> => {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 1; ; page += 1) {
    const asked = cursor === undefined ? {} : { cursor };
    const answer = await mcp.send(await era.request("tools/list", asked, mcp.readWrite));
    const { tools: found, nextCursor } = validResult(answer);
    if (!Array.isArray(found)) failRequirement(`a list of tools (${era.name})`, answer);
    tools.push(...listOf(found));
    cursor = nextCursor;
    if (typeof cursor !== "string" || page === MAX_PAGES)
      return { answer, tools, ends: typeof cursor !== "string" };
  }
});

type Is = (value: unknown) => boolean;

const TYPES: Readonly<Record<string, Is>> = {
  object: isRpcObject,
  array: Array.isArray,
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: Number.isInteger,
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
};
const MAX_DEPTH = 16;

/**
 * Where a value breaks a JSON Schema, by `type`, `required`, `properties` and `items` alone: other words are not read, since
 * the schema comes from the target.
 * @returns the place and what was expected there; undefined: nothing of this is broken
 */
export function breachOf(schema: unknown, value: unknown, place = "its root", depth = 0): string | undefined {
  if (!isRpcObject(schema) || depth > MAX_DEPTH) return undefined;
  const { type, required, properties, items } = schema;
  if (typeof type === "string" && TYPES[type]?.(value) === false) return `${place}: ${type}`;
  if (Array.isArray(value))
    return first(value, (one, at) => breachOf(items, one, `${place}/${at}`, depth + 1));
  if (!isRpcObject(value)) return undefined;
  const missing = Array.isArray(required)
    ? required.find((name) => typeof name === "string" && !Object.hasOwn(value, name))
    : undefined;
  if (missing !== undefined) return `${place}: a member ${JSON.stringify(missing)}`;
  return first(Object.entries(value), ([name, member]) =>
    breachOf(memberOf(properties, name), member, `${place}/${name}`, depth + 1),
  );
}

function first<T>(all: readonly T[], look: (one: T, at: number) => string | undefined): string | undefined {
  for (const [at, one] of all.entries()) {
    const found = look(one, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
