import type { Call } from "./call.ts";
import type { Choices } from "./choices.ts";
import type { JsonObject } from "./outcome.ts";

/** Members that the document does not name, the same or others in every answer. */
export function extraMembers(call: Call, extras: Choices["envelopeExtras"]): JsonObject {
  if (extras === "none") return {};
  const fixed = { version: "v1", region: { name: "eu", zones: ["a", "b"] }, flags: [], ratio: 0.5 };
  if (extras === "fixed") return fixed;
  return { ...fixed, requestId: `r-${call.number}`, servedAt: call.now(), [`m${call.number % 3}`]: true };
}
