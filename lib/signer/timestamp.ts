import type { TimestampUnit } from "./signature-scheme.ts";

const MS_PER_UNIT: Readonly<Record<TimestampUnit, number>> = { "unix-ms": 1, "unix-s": 1000 };

/** The value of X-Timestamp for a moment in milliseconds since 1970. */
export function formatTimestamp(unit: TimestampUnit, dateMs: number): string {
  return String(Math.floor(dateMs / MS_PER_UNIT[unit]));
}

/** Milliseconds since 1970, or undefined when the text is not a decimal integer. */
export function parseTimestamp(unit: TimestampUnit, text: string): number | undefined {
  return /^-?\d+$/.test(text) ? Number(text) * MS_PER_UNIT[unit] : undefined;
}
