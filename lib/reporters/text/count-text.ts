const LARGE = 1e9;
const MINUTE_S = 60;

/** `3,400`, and `1.0e+300` for a number that no run reaches. */
export function countText(count: number): string {
  return count < LARGE ? Math.round(count).toLocaleString("en-GB") : count.toExponential(1);
}

/** `1 failed check`, `2 failed checks`. */
export function numberOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `5.9 s`, or `4.5 min`. */
export function runTimeText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < MINUTE_S) return `${seconds.toFixed(1)} s`;
  const minutes = seconds / MINUTE_S;
  return `${minutes < LARGE ? minutes.toLocaleString("en-GB", { maximumFractionDigits: 1 }) : countText(minutes)} min`;
}
