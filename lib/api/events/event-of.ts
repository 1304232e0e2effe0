import type { Arrival } from "../../receiver/arrival.ts";

/** The event types of which a delivery shows the name, in its body or a header. */
export function typesShown(
  { body, headers }: Pick<Arrival, "body" | "headers">,
  types: readonly string[],
): readonly string[] {
  const text = [Buffer.from(body).toString("utf8"), ...headers.map(([, value]) => value)].join("\n");
  return types.filter((type) => text.includes(type));
}

/**
 * The other event types of a later attempt that shows none of the types of the first one. A retry may carry further events
 * too. undefined: there is no such attempt.
 */
export function otherTypeIn(
  attempts: readonly Pick<Arrival, "body" | "headers">[],
  types: readonly string[],
): string | undefined {
  const shown = attempts.map((one) => typesShown(one, types)).filter(({ length }) => length > 0);
  const [first = []] = shown;
  return shown.find((names) => !names.some((name) => first.includes(name)))?.join(", ");
}
