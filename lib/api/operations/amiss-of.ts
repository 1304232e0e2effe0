import type { Draft } from "../request/draft.ts";
import { otherBody } from "./other-body.ts";

/**
 * Calls that a server cannot carry out: with a body that is cut off, for what there is not, and with another body that it
 * cannot read.
 * @param turn which of these bodies
 */
export function amissOf(draft: Draft, turn: number): readonly Draft[] {
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
    ...unreadable.slice(turn % unreadable.length).slice(0, 1),
  ];
}
