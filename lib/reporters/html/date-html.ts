import { xmlText } from "../text/xml-text.ts";

const FORMAT = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/**
 * `21 Nov 2026, 19:31 UTC`
 * @param iso ISO 8601
 */
export function dateHtml(iso: string): string {
  return `<time datetime="${xmlText(iso)}">${FORMAT.format(new Date(iso))} UTC</time>`;
}
