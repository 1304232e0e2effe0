import { headersOf, type McpAnswer, type McpRequest } from "./door.ts";
import { memberOf, readJson } from "./rpc.ts";

type Shown = Pick<McpAnswer, "headers" | "text">;

/** Members that metadata has, of a resource and of an authorization server. */
const TELLING = ["resource", "issuer"] as const;

/** What of an answer may be shown: a document that is not metadata may be anything that lies at that address. */
export function shownAnswer({ brings }: Pick<McpRequest, "brings">, { headers, text }: Shown): Shown {
  if (brings !== "metadata" || isMetadata(text)) return { headers, text };
  const type = headersOf({ headers }, "content-type").map((value) => ["Content-Type", value] as const);
  return { headers: type, text: text === "" ? "" : `[${Buffer.byteLength(text)} bytes]` };
}

function isMetadata(text: string): boolean {
  const value = readJson(text);
  return TELLING.some((name) => typeof memberOf(value, name) === "string");
}
