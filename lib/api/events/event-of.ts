import type { Arrival } from "../../receiver/arrival.ts";

/** The event types of which a delivery shows the name, in its body or a header. */
export function typesShown(
  { body, headers }: Pick<Arrival, "body" | "headers">,
  types: readonly string[],
): readonly string[] {
  const text = [Buffer.from(body).toString("utf8"), ...headers.map(([, value]) => value)].join("\n");
  return types.filter((type) => text.includes(type));
}

/** Another event type that a later attempt at one event shows; undefined: each attempt that shows a type shows the same. */
export function otherTypeIn(
  attempts: readonly Pick<Arrival, "body" | "headers">[],
  types: readonly string[],
): string | undefined {
  const shown = attempts.map((one) => typesShown(one, types).join(", ")).filter((names) => names !== "");
  return shown.find((names) => names !== shown[0]);
}
