/** From here on a reader is shown the length of a URL, not its characters. */
const LONG_CHARS = 200;

/** Describes the expected answer to a register. For a long URL, this includes its length and its longest part. */
export function acceptanceText(url: string | undefined): string {
  if (url === undefined || url.length < LONG_CHARS) return "`data` true";
  return `a URL of exactly ${url.length} characters (${placeOf(url)}) to be accepted: \`data\` true`;
}

function placeOf(url: string): string {
  const { pathname = "", search = "", hash = "" } = URL.parse(url) ?? {};
  if (search === "" && hash === "") return "all in the path";
  const [longest = "path"] = Object.entries({ path: pathname, query: search, fragment: hash })
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([place]) => place);
  return `most in the ${longest}`;
}
