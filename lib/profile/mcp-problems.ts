import { EMBEDDED, plainHttpProblem } from "./base-url.ts";
import { valueAtPath } from "./field-path.ts";
import type { FieldProblem } from "./interpolate.ts";
import { FRESH_TEXT } from "./mcp-schema.ts";

/** Checks rules over several fields of the section `mcp`. */
export function mcpProblems(data: unknown): FieldProblem[] {
  return [...address(data), ...issuers(data), ...repeatable(data), ...distinguishable(data), ...tokens(data)];
}

function issuers(data: unknown): FieldProblem[] {
  return ["client", "otherClient"].flatMap((client) => {
    const path = ["mcp", client, "issuer"];
    const issuer = valueAtPath(data, path);
    if (typeof issuer !== "string" || plainHttpProblem(issuer, false) === undefined) return [];
    return [{ path, message: "expected https, since secrets go there; plain http is for loopback only" }];
  });
}

function address(data: unknown): FieldProblem[] {
  const url = valueAtPath(data, ["mcp", "url"]);
  if (typeof url !== "string") return [];
  const path = ["mcp", "url"];
  if (url === EMBEDDED) {
    const isOurs = valueAtPath(data, ["baseUrl"]) === EMBEDDED;
    const message = `expected a URL, since baseUrl is not ${EMBEDDED} (got "${EMBEDDED}")`;
    return isOurs ? [] : [{ path, message }];
  }
  const message = plainHttpProblem(url, valueAtPath(data, ["target", "allowPlainHttp"]) === true);
  return message === undefined ? [] : [{ path, message }];
}

function tokens(data: unknown): FieldProblem[] {
  const isGiven = (field: string) => (valueAtPath(data, ["mcp", field]) ?? null) !== null;
  if (!isGiven("tokenCommand")) return [];
  return ["readOnlyToken", "readWriteToken"].filter(isGiven).map((field) => ({
    path: ["mcp", field],
    message: "expected no token, since mcp.tokenCommand prints it (got both)",
  }));
}

/** Nothing undoes these writes, so each must be distinguishable. */
function distinguishable(data: unknown): FieldProblem[] {
  const writes = valueAtPath(data, ["mcp", "otherWrites"]);
  if (!Array.isArray(writes)) return [];
  return writes.flatMap((write: unknown, index) => {
    if (typeof write !== "object" || write === null) return [];
    const missing = ["arguments", "shows"].filter((field) => !hasFreshText(write, field));
    return missing.map((field) => ({
      path: ["mcp", "otherWrites", index, field],
      message: `expected ${FRESH_TEXT} in it, because nothing undoes this write`,
    }));
  });
}

/** The run writes several times: it must distinguish or undo each write. */
function repeatable(data: unknown): FieldProblem[] {
  const write = valueAtPath(data, ["mcp", "write"]) ?? null;
  const undo = valueAtPath(data, ["mcp", "undo"]) ?? null;
  if (write === null || undo !== null) return [];
  if (hasFreshText(write, "arguments") && hasFreshText(write, "shows")) return [];
  const message = `expected a tool that undoes mcp.write, or ${FRESH_TEXT} in its arguments and in what it shows (got nothing)`;
  return [{ path: ["mcp", "undo"], message }];
}

function hasFreshText(write: unknown, field: string): boolean {
  return JSON.stringify(valueAtPath(write, [field]) ?? "").includes(FRESH_TEXT);
}
