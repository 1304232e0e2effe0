import { createHash } from "node:crypto";
import { isObject, type JsonValue } from "./json.ts";
import { isList } from "./value-at-pointer.ts";

/** In a place, any item of a list. */
export const ANY_ITEM = "*";
/** Longer places would cost more than the text that has them: each value in it has its own. */
const MAX_PLACE_CHARS = 1_024;
const DIGEST_CHARS = 22;

/** A value that holds no other one. */
export interface Leaf {
  /** The names of the members that lead to it, as in a JSON pointer. */
  readonly place: string;
  readonly value: JsonValue;
}

/** The leaves of a value, in their order. Undefined has none. */
export function leavesIn(
  root: JsonValue | undefined,
  stepTo: (name: string) => string = (name) => name,
): readonly Leaf[] {
  const found: Leaf[] = [];
  const look = (value: JsonValue, place: string): void => {
    if (isList(value)) {
      const below = placeBelow(place, ANY_ITEM);
      for (const item of value) look(item, below);
    } else if (isObject(value)) {
      for (const [name, member] of Object.entries(value)) look(member, placeBelow(place, stepTo(name)));
    } else found.push({ place, value });
  };
  if (root !== undefined) look(root, "");
  return found;
}

/** The place of a member or of the items below another place. A long one is a digest, which keeps that it is in a list. */
export function placeBelow(place: string, step: string): string {
  const below = `${place}/${step}`;
  if (below.length <= MAX_PLACE_CHARS) return below;
  const list = place.includes(`/${ANY_ITEM}`) ? `/${ANY_ITEM}` : "";
  return `${list}/…${createHash("sha256").update(below).digest("base64url").slice(0, DIGEST_CHARS)}`;
}
