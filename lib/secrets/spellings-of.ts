/** Characters at either edge of a base64 text that depend on what stands beside it. */
const UNSTABLE_EDGE_CHARS = 3;

/** The usual spellings of a value: plain, in other letter case, as hex, in JSON, percent-encoded, and as base64. */
export function spellingsOf(value: string): readonly string[] {
  const aligned = ["", " ", "  "].map((before) => core(Buffer.from(`${before}${value}`).toString("base64")));
  const percent = encodeURIComponent(value);
  const spellings = [
    ...[value, Buffer.from(value).toString("hex")].flatMap((one) => [
      one,
      one.toUpperCase(),
      one.toLowerCase(),
    ]),
    ...inJson(value),
    percent,
    percent.replace(/%../g, (escape) => escape.toLowerCase()),
    ...aligned.flatMap((one) => [one, urlSafe(one), one.replaceAll("/", String.raw`\/`)]),
  ];
  return [...new Set(spellings)];
}

/** In JSON, also in JSON in JSON, with slashes as they are and escaped. */
function inJson(value: string): string[] {
  const once = JSON.stringify(value).slice(1, -1);
  const twice = JSON.stringify(once).slice(1, -1);
  const thrice = JSON.stringify(twice).slice(1, -1);
  return [value, once, twice, thrice].flatMap((text) => [
    text,
    ...[1, 2, 4].map((count) => text.replaceAll("/", `${"\\".repeat(count)}/`)),
  ]);
}

function urlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

function core(base64: string): string {
  return base64.slice(UNSTABLE_EDGE_CHARS + 1, -UNSTABLE_EDGE_CHARS - 1);
}
