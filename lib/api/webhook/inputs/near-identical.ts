import type { CallbackUrls } from "../model/callback-urls.ts";

/** Families of ordinary URLs whose members differ little from the one before. */
export function nearIdentical(urls: CallbackUrls): (readonly [string, ...string[]])[] {
  const stem = urls.fresh();
  return [
    [`${stem}/path`, `${stem}/Path`],
    [`${stem}/one1`, `${stem}/one`, `${stem}/one/`],
    [`${stem}/${"l".repeat(280)}1`, `${stem}/${"l".repeat(280)}2`],
    [`${stem}/q?b=2&a=1`, `${stem}/q?a=1&b=2`, `${stem}/q`, `${stem}/q?c=3`],
    [`${stem}/a-b`, `${stem}/a_b`, `${stem}/a.b`, `${stem}/ab`],
    [`${stem}/p?x=1%202`, `${stem}/p?x=1+2`, `${stem}/p?x=1%2B2`],
    [`${stem}/%7e/a/b`, `${stem}/%7E/a/b`, `${stem}/%7E/a//b`],
  ];
}
