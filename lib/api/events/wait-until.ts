const FIRST_LOOK_MS = 2;
const LEAST_GROWTH = 1.3;
/** Looks come so often that waiting takes hardly longer than what is waited for. */
const LOOKS_PER_WAIT = 20;
const MAX_LOOK_MS = 100;

/** Waits until something is so, or time is up. */
export async function waitUntil(
  isSo: () => boolean,
  withinMs: number,
  { ticks, sleep }: { readonly ticks: () => number; readonly sleep: (ms: number) => Promise<void> },
): Promise<void> {
  const startedAt = ticks();
  let lookMs = FIRST_LOOK_MS;
  for (let waited = 0; !isSo() && waited < withinMs; waited = ticks() - startedAt) {
    await sleep(Math.min(lookMs, withinMs - waited));
    lookMs = Math.min(lookMs * LEAST_GROWTH, Math.max(MAX_LOOK_MS, waited / LOOKS_PER_WAIT));
  }
}
