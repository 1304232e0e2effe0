const EXTENDED =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|[+-]00(?::?00)?)$/;
const BASIC = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d+))?)?(?:Z|[+-]00(?:00)?)$/;
const FRACTION_DIGITS = 30;

/** A moment, ordered by comparing as strings within four-digit years: sortable to any fraction of a second. */
export type Moment = string;

/**
 * Reads a date and time of ISO 8601 in UTC: `Z` or a zero offset, any fraction, seconds optional.
 * Undefined for anything else and for dates that do not exist.
 */
export function readUtcTime(text: string): Moment | undefined {
  const match = EXTENDED.exec(text) ?? BASIC.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  if (!isRealDate(year ?? 0, month ?? 0, day ?? 0)) return undefined;
  if (!isRealTime(hour ?? 0, minute ?? 0, second ?? 0, Number(match[7] ?? 0))) return undefined;
  const digits = [year, month, day, hour, minute, second].map((part) => String(part).padStart(4, "0"));
  return `${digits.join("")}.${(match[7] ?? "").padEnd(FRACTION_DIGITS, "0")}`;
}

function isRealDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** 24:00:00 is the end of a day in ISO 8601; second 60 is a leap second. */
function isRealTime(hour: number, minute: number, second: number, fraction: number): boolean {
  if (hour === 24) return minute === 0 && second === 0 && fraction === 0;
  return hour < 24 && minute < 60 && (second < 60 || (second === 60 && minute === 59));
}
