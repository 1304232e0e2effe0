import type { Draft } from "../request/draft.ts";
import { otherBody } from "./other-body.ts";

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
