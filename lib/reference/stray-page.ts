import type { Call } from "./call.ts";
import type { Outcome } from "./outcome.ts";

/** The answer of a gateway in front of the API: no envelope. */
export function page(status: number): Response {
  const text = `<html><body><h1>${status}</h1></body></html>`;
  return new Response(text, {
    status,
    headers: { "content-type": "text/html", "content-length": String(text.length) },
  });
}

/** The answer of what stands before the API to a path that the API does not have. Undefined: the API answers. */
export function strayPage({ choices, path }: Call, outcome: Outcome): Response | undefined {
  if (!outcome.refused || outcome.reason !== "unknown-path") return undefined;
  if (choices.unknownPath === "envelope") return undefined;
  if (choices.unknownPath === "page") return page(404);
  return Response.json({ status: 404, error: "Not Found", path }, { status: 404 });
}
