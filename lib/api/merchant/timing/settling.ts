/** Time, as reading after a write needs it. */
export interface LagClock {
  /** Milliseconds since any moment. */
  readonly now: () => number;
  /** @throws {BudgetError} when there is no time for it */
  readonly wait: (ms: number) => Promise<void>;
}

/** The requests that show whether a target disables webhooks by itself. */
export interface SettlingProbe {
  /** Registers a webhook. Returns whether this was accepted. */
  readonly register: () => Promise<boolean>;
  /** Whether query shows the status 1. */
  readonly isEnabled: () => Promise<boolean>;
}

/** A webhook that stays enabled for so long is not disabled because of its register. */
const WITHIN_MS = 500;
/** After these pauses a fall of the status is looked for, one after the other. */
const PAUSES_MS: readonly number[] = [10, 20, 50, 100, 200, 400];
/** Later falls need not come as soon as the one that was measured. */
const MARGIN = 2;

/**
 * Measures how soon after register a target disables a webhook by itself, for example because its own probe of the
 * callback URL fails. The document does not exclude it. No request lies between the register and the first reading, so
 * that no other request can be the cause.
 * @returns milliseconds to wait after a register; 0: it does not disable webhooks by itself
 */
export async function timeToSettle({ register, isEnabled }: SettlingProbe, clock: LagClock): Promise<number> {
  if (!(await register())) return 0;
  await clock.wait(WITHIN_MS);
  if ((await isEnabled()) || !(await register())) return 0;
  const startedAt = clock.now();
  if (!(await isEnabled())) return 0;
  for (const ms of PAUSES_MS) {
    await clock.wait(ms);
    if (!(await isEnabled())) return Math.ceil((clock.now() - startedAt) * MARGIN);
  }
  return 0;
}
