import type { CallbackUrls } from "../model/callback-urls.ts";

/** Families of ordinary URLs whose members differ little from the one before. */
export function nearIdentical(urls: CallbackUrls): (readonly [string, ...string[]])[] {
  const stem = urls.fresh();
  return [
    [`${stem}/path`, `${stem}/Path`, `${stem}/PATH`],
    [`${stem}/one`, `${stem}/one1`, `${stem}/one`, `${stem}/one/`, `${stem}/one`],
    [
      `${stem}/q?a=1`,
      `${stem}/q?a=2`,
      `${stem}/q?A=2`,
      `${stem}/q`,
      `${stem}/q?a=1&b=2`,
      `${stem}/q?b=2&a=1`,
    ],
    [`${stem}/esc/%7e`, `${stem}/esc/%7E`, `${stem}/esc/~`, `${stem}/a/b`, `${stem}/a//b`, `${stem}/a%2Fb`],
    [`${stem}/${"l".repeat(280)}1`, `${stem}/${"l".repeat(280)}2`],
  ];
}
