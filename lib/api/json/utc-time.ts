const EXTENDED =
  /^(\d{4})-(?:(\d{2})-(\d{2})|(\d{3})|W(\d{2})-([1-7]))[Tt](\d{2})(?::(\d{2})(?::(\d{2}))?)?(?:[.,](\d+))?(?:[Zz]|[+-]00(?::?00)?)$/;
const BASIC =
  /^(\d{4})(?:(\d{2})(\d{2})|(\d{3})|W(\d{2})([1-7]))T(\d{2})(?:(\d{2})(\d{2})?)?(?:[.,](\d+))?(?:Z|[+-]00(?:00)?)$/;
/** The pattern of such a text. It also accepts dates that do not exist. */
export const UTC_TIME = `${EXTENDED.source}|${BASIC.source}`;
/** The smallest step that moments are compared in is 10 to the power of minus this, in seconds. */
const MAX_FRACTION_DIGITS = 30;
const SECOND = 10n ** BigInt(MAX_FRACTION_DIGITS);
const DAY_MS = 86_400_000;

/** A moment as far as a text shows it. */
export interface Instant {
  /** Since 1970, in steps of 10^-30 s. */
  readonly at: bigint;
  /** The unit of the last digit shown, in the same steps. */
  readonly precision: bigint;
}

const MAX_KNOWN = 64;
const MAX_KNOWN_CHARS = 64;
/** The texts that were read last: each answer shows the times of the one before again. */
const known = new Map<string, Instant | undefined>();

/**
 * Reads a date and time of ISO 8601 in UTC: `Z` or a zero offset, any fraction; a calendar, ordinal or week date.
 * Undefined for anything else and for dates that do not exist.
 */
export function readUtcTime(text: string): Instant | undefined {
  if (text.length > MAX_KNOWN_CHARS) return instantIn(text);
  if (!known.has(text)) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(text, instantIn(text));
  }
  return known.get(text);
}

function instantIn(text: string): Instant | undefined {
  const match = EXTENDED.exec(text) ?? BASIC.exec(text);
  if (match === null) return undefined;
  const [, year = "", month, day, ordinal, week, weekday, hour, minute, second, fraction = ""] = match;
  const date = dateOf(Number(year), { month, day, ordinal, week, weekday });
  const [hours, minutes, seconds] = [hour, minute, second].map((part) => Number(part ?? 0));
  if (date === undefined || !isRealTime(hours ?? 0, minutes ?? 0, seconds ?? 0, Number(fraction)))
    return undefined;
  const smallest = second !== undefined ? SECOND : minute !== undefined ? 60n * SECOND : 3600n * SECOND;
  const digits = fraction.slice(0, MAX_FRACTION_DIGITS);
  const precision = smallest / 10n ** BigInt(digits.length);
  const whole = BigInt(date / 1000 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0)) * SECOND;
  return { at: whole + BigInt(digits === "" ? 0 : digits) * precision, precision };
}

/** The clocks of two nodes of one service may differ by so many seconds. */
const SKEW_SECONDS = 2n;

/** Whether a moment is before another, beyond what rounding to fewer digits makes of it. */
export function isBefore(one: Instant, other: Instant): boolean {
  return one.at + tolerance(one, other) < other.at;
}

/** Whether a moment is before another whichever nodes took them: by more than their clocks may differ, 2 s. */
export function isBeforeOnAnyNode(one: Instant, other: Instant): boolean {
  return isBefore({ ...one, at: one.at + SKEW_SECONDS * SECOND }, other);
}

/** Whether two texts may show the same moment: one with fewer digits may have been cut or rounded. */
export function isSameMoment(one: Instant, other: Instant): boolean {
  return !isBefore(one, other) && !isBefore(other, one);
}

function tolerance({ precision: one }: Instant, { precision: other }: Instant): bigint {
  if (one === other) return 0n;
  return one > other ? one : other;
}

type DateParts = Readonly<Record<"month" | "day" | "ordinal" | "week" | "weekday", string | undefined>>;

/** The beginning of a day, in milliseconds since 1970; undefined when there is no such day. */
function dateOf(year: number, { month, day, ordinal, week, weekday }: DateParts): number | undefined {
  if (ordinal !== undefined) {
    const date = dayOf(year, 1, Number(ordinal));
    return Number(ordinal) >= 1 && new Date(date).getUTCFullYear() === year ? date : undefined;
  }
  if (week !== undefined) {
    const date = firstMonday(year) + ((Number(week) - 1) * 7 + Number(weekday) - 1) * DAY_MS;
    const isInYear = date < firstMonday(year + 1) && Number(week) >= 1;
    return isInYear ? date : undefined;
  }
  const date = dayOf(year, Number(month), Number(day));
  const isReal =
    new Date(date).getUTCMonth() === Number(month) - 1 && new Date(date).getUTCDate() === Number(day);
  return isReal ? date : undefined;
}

function dayOf(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/** The Monday of week 1, the week that has January 4th. */
function firstMonday(year: number): number {
  const fourth = dayOf(year, 1, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
}

/** 24:00:00 is the end of a day in ISO 8601; second 60 is a leap second. */
function isRealTime(hour: number, minute: number, second: number, fraction: number): boolean {
  if (hour === 24) return minute === 0 && second === 0 && fraction === 0;
  const isLeap = hour === 23 && minute === 59 && second === 60;
  return hour < 24 && minute < 60 && (second < 60 || isLeap);
}
