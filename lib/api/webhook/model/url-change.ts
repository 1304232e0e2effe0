import type { Deviation } from "../../../engine/requirement/deviation.ts";

const PARTS = ["fragment", "query", "path", "host"] as const;

/** How a callback URL was changed. Two changes of one kind are the same, and one in a single part is a special case. */
export function urlChange(given: string, shown: string): Pick<Deviation, "what" | "when"> {
  if (shown === "") return changed("emptied");
  if (given.toLowerCase() === shown.toLowerCase()) return changed("in other letter case");
  if (withoutEnd(given) === withoutEnd(shown)) return changed("by a slash at the end of its path");
  if (shown.includes(given)) return changed("with more around it");
  if (given.startsWith(shown)) return changed("cut off", partAt(given, shown.length));
  const first = partAt(given, commonStart(given, shown));
  const isAlone = partAt(given, given.length - commonEnd(given, shown)) === first;
  return isAlone ? changed("changed", first) : changed("changed");
}

function changed(how: string, part?: string): Pick<Deviation, "what" | "when"> {
  return { what: `callbackUrl ${how}`, when: part === undefined ? [] : [`in its ${part}`] };
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

function partAt(url: string, at: number): (typeof PARTS)[number] {
  const path = url.indexOf("/", "https://".length);
  const starts = [url.indexOf("#"), url.indexOf("?"), path].map((start) => (start < 0 ? Infinity : start));
  return PARTS[starts.findIndex((start) => at >= start)] ?? "host";
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
