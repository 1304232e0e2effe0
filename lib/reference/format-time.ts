import type { Choices } from "./choices.ts";

type Format = Pick<Choices, "timePrecision" | "timeStyle" | "timeZone">;

/**
 * An instant in ISO 8601, in UTC.
 *
 * @param instant nanoseconds since the epoch.
 */
export function formatTime(instant: bigint, { timePrecision, timeStyle, timeZone }: Format): string {
  const nanoseconds = instant % 1_000_000_000n;
  const seconds = new Date(Number((instant - nanoseconds) / 1_000_000n)).toISOString().slice(0, 19);
  const fraction = fractionOf(nanoseconds.toString().padStart(9, "0"), timePrecision);
  const time = `${seconds}${fraction}`;
  if (timeStyle === "extended") return `${time}${timeZone}`;
  return `${time.replaceAll(/[-:]/g, "")}${timeZone.replace(":", "")}`;
}

function fractionOf(nineDigits: string, precision: Choices["timePrecision"]): string {
  const trimmed = nineDigits.replace(/0{1,9}$/, "");
  return {
    s: "",
    ms: `.${nineDigits.slice(0, 3)}`,
    comma: `,${nineDigits.slice(0, 3)}`,
    us: `.${nineDigits.slice(0, 6)}`,
    ns: `.${nineDigits}`,
    trimmed: trimmed === "" ? "" : `.${trimmed}`,
  }[precision];
}
