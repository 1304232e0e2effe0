import type { HeaderPair } from "../../../http/transport.ts";
import type { Draft } from "../../request/draft.ts";
import { type Answer, readAnswer } from "../answer.ts";

/** An answer to a request that a test does not look at. */
export function testAnswer(
  draft: Draft,
  body: object | string,
  status = 200,
  headers: readonly HeaderPair[] = [],
): Answer {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = { method: "POST", path: draft.path, headers: [] };
  const wire = { status, headers, body: Buffer.from(text) };
  return readAnswer({ draft, request, wire, exchange: 1, repeated: false });
}
