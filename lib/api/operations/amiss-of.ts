import type { Draft } from "../request/draft.ts";

/** Behind every text, so that it is no id of anything. */
const NO_SUCH = "-none";
/** Added to every integer, so that it is no id, and no page that holds anything. */
const FAR = 1_000_000_000;

/**
 * Calls that a server cannot carry out: with a body that is cut off, for an unknown record, with other bodies that it
 * cannot read, and without a body.
 */
export function amissOf(draft: Draft): readonly Draft[] {
  const text = Buffer.from(draft.body ?? "{}").toString();
  const contentType = "application/json";
  const other = otherBody(draft.body);
  const unreadable = [
    { ...draft, contentType, body: Buffer.from(`[${text}]`) },
    { ...draft, contentType, body: Buffer.from(`${text}}`) },
    { ...draft, contentType: "text/plain", body: Buffer.from(text) },
  ];
  return [
    { ...draft, contentType, body: Buffer.from(text.length > 2 ? text.slice(0, -1) : "{") },
    ...(other === undefined ? [] : [{ ...draft, body: other }]),
    ...unreadable,
    ...withoutBody(draft),
  ];
}

function withoutBody({ body, ...bare }: Draft): readonly Draft[] {
  return body === undefined ? [] : [bare];
}

/** A body that asks for what there is not: another record, or a page behind the last; undefined: it names none. */
export function otherBody(body: Uint8Array | undefined): Uint8Array | undefined {
  if (body === undefined) return undefined;
  const text = Buffer.from(body).toString();
  const other = JSON.stringify(JSON.parse(text, (_, value: unknown) => elsewhere(value)));
  return other === text ? undefined : Buffer.from(other);
}

function elsewhere(value: unknown): unknown {
  if (typeof value === "string") return `${value}${NO_SUCH}`;
  return typeof value === "number" && Number.isSafeInteger(value) ? value + FAR : value;
}
