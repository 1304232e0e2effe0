/** Tells how many seconds have passed since now, in tenths. */
export function stopwatch(): () => number {
  const startedAt = performance.now();
  return () => Math.round((performance.now() - startedAt) / 100) / 10;
}
