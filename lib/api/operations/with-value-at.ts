import type { NamedOperation } from "./operation-draft.ts";

type Body = NamedOperation["body"];

/** A body with another value in the place to which a JSON pointer leads; as it is, where it leads nowhere. */
export function withValueAt(body: Body, pointer: string, value: string): Body {
  const [step, ...others] = pointer.split("/").slice(1);
  if (step === undefined) return value;
  const rest = others.length === 0 ? "" : `/${others.join("/")}`;
  const name = step.replaceAll("~1", "/").replaceAll("~0", "~");
  if (Array.isArray(body))
    return body.map((item, at) => (String(at) === name ? withValueAt(item, rest, value) : item));
  if (typeof body !== "object" || body === null || !Object.hasOwn(body, name)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([key, item]) => [key, key === name ? withValueAt(item, rest, value) : item]),
  );
}
