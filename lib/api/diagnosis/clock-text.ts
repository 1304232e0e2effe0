const NOTICEABLE_MS = 1_500;

/** Compares the Date header of an answer with the clock of this machine (milliseconds since 1970). */
export function clockText(date: string | undefined, now: number): string {
  const offsetMs = Date.parse(date ?? "") - now;
  if (Number.isNaN(offsetMs)) return "its answers have no Date header to compare";
  if (Math.abs(offsetMs) <= NOTICEABLE_MS) return "by its Date header the clocks agree";
  const seconds = Math.round(Math.abs(offsetMs) / 1_000);
  return `by its Date header its clock is ${seconds} s ${offsetMs < 0 ? "behind" : "ahead of"} ours`;
}
