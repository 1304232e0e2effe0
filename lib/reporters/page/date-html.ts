import { xmlText } from "../../text/xml-text.ts";
import { numberOf } from "../text/count-text.ts";
import type { FailingStreak } from "../history/failing-streak.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const MINUTE = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/**
 * `21 Nov 2026, 19:31 UTC`
 * @param iso ISO 8601
 */
export function dateHtml(iso: string): string {
  return `<time datetime="${xmlText(iso)}">${minuteText(iso)}</time>`;
}

/** The same as text. */
export function minuteText(iso: string): string {
  return `${MINUTE.format(new Date(iso))} UTC`;
}

/** `21 Nov 2026` */
export function dayText(iso: string): string {
  return DAY.format(new Date(iso));
}

/** `since 3 Nov 2026 (12 runs)` */
export function sinceText({ startedAt, runs, known }: FailingStreak): string {
  const from = known ? "since" : "since the first known run,";
  return `${from} ${dayText(startedAt)} (${numberOf(runs, "run")})`;
}
