/** Returns a function that measures the seconds since now, in tenths. */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => Math.round((performance.now() - startedAt) / 100) / 10;
}
