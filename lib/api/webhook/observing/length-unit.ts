import type { CallbackUrls } from "../model/callback-urls.ts";

const MAX_CHARS = 512;
const TWO_BYTES = "\u00e9";
const TWO_UNITS = "\u{1f600}";

/** The unit in which the target counts the 512 characters of a callback URL beyond ASCII, from the long URLs that it accepts. */
export async function lengthUnit(
  urls: CallbackUrls,
  accepts: (url: string) => Promise<boolean>,
): Promise<string> {
  const stem = urls.under("n/");
  const room = MAX_CHARS - stem.length;
  if (!(await accepts(`${stem}${TWO_BYTES}`))) return "no URL beyond ASCII is accepted";
  if (!(await accepts(stem + TWO_BYTES.repeat(room)))) return "bytes";
  return (await accepts(stem + TWO_UNITS.repeat(room))) ? "characters" : "UTF-16 units";
}
