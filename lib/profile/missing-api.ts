import { valueAtPath } from "./field-path.ts";
import type { FieldProblem } from "./interpolate.ts";

const AT_LEAST_ONE = "expected a list of at least 1 entry; only a profile with mcp.url may have none";
const REQUIRED = { baseUrl: "a string", auth: "a mapping" };

/** Required fields of a profile with an API. Only a profile of the MCP service alone may omit them. */
export function missingApi(data: unknown): FieldProblem[] {
  const merchants = valueAtPath(data, ["merchants"]) ?? null;
  const isEmpty = merchants === null || (Array.isArray(merchants) && merchants.length === 0);
  if (isEmpty && isGiven(data, ["mcp", "url"])) return [];
  const got = merchants === null ? "nothing" : "an empty list";
  return [
    ...Object.entries(REQUIRED)
      .filter(([field]) => !isGiven(data, [field]))
      .map(([field, what]) => ({ path: [field], message: `expected ${what} (got nothing)` })),
    ...(isEmpty ? [{ path: ["merchants"], message: `${AT_LEAST_ONE} (got ${got})` }] : []),
  ];
}

function isGiven(data: unknown, path: readonly string[]): boolean {
  return (valueAtPath(data, path) ?? null) !== null;
}
