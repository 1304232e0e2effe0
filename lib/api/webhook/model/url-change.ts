const PARTS = ["fragment", "query", "path", "host"] as const;

/** Completes "callbackUrl …": how a URL was changed, so that two changes of one kind read the same. */
export function urlChange(given: string, shown: string): string {
  if (shown === "") return "emptied";
  if (given.toLowerCase() === shown.toLowerCase()) return "in other letter case";
  if (shown.includes(given)) return "with more around it";
  const at = commonStart(given, shown);
  return `${at === shown.length ? "cut off" : "changed"} in its ${partAt(given, at)}`;
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
