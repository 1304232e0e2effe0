import type { Deviation } from "../../engine/requirement/deviation.ts";

/** In none of the ways that have a name. */
export const CHANGED = "callbackUrl changed";

/** A callback URL was changed. One fault may change URLs in several ways. @param when circumstances of the change */
export function changeOfUrl(given: string, shown: string, when: readonly string[]): Deviation {
  const changed: Deviation = { what: CHANGED, when, part: "callbackUrl" };
  const what = urlChange(given, shown);
  return what === CHANGED ? changed : { ...changed, what, otherwise: changed };
}

/** How a callback URL was changed. Two changes of one kind are the same. */
export function urlChange(given: string, shown: string): string {
  if (shown === "") return "callbackUrl emptied";
  if (given.toLowerCase() === shown.toLowerCase()) return "callbackUrl in other letter case";
  if (withoutEnd(given) === withoutEnd(shown)) return "callbackUrl by a slash at the end of its path";
  if (shown.includes(given)) return "callbackUrl with more around it";
  return given.startsWith(shown) ? "callbackUrl cut off" : CHANGED;
}

/** Whether one URL differs from another by a character, by letter case, or only in its query. */
export function differLittle(one: string, other: string): boolean {
  if (one.toLowerCase() === other.toLowerCase()) return true;
  if (one.split("?")[0] === other.split("?")[0]) return true;
  const longest = Math.max(one.length, other.length);
  return (
    longest - Math.min(one.length, other.length) <= 1 &&
    commonStart(one, other) + commonEnd(one, other) >= longest - 1
  );
}

/** Without the slash at the end of its path. */
function withoutEnd(url: string): string {
  return url.replace(/\/(?=[?#]|$)/, "");
}

function commonStart(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function commonEnd(one: string, other: string): number {
  let back = 0;
  while (back < one.length && one.at(-1 - back) === other.at(-1 - back)) back += 1;
  return back;
}
