/** Fewer readings of enabled webhooks do not show that they stay so by themselves. */
const TELLING_READINGS = 10;

/**
 * Whether webhooks of a target fall from 1 to 0 by themselves, by the readings of all its merchants. It is one for a run:
 * what one merchant shows holds for the others.
 */
export class Watch {
  #stayed = 0;
  #hasFallen = false;
  /** The longest time after a register at which a webhook was read as enabled still, in milliseconds. */
  #calmMs = 0;

  /** A webhook was read as enabled that was enabled before. @param sinceMs the time since its register */
  stays(sinceMs: number): void {
    this.#stayed += 1;
    this.#calmMs = Math.max(this.#calmMs, sinceMs);
  }

  /**
   * A webhook has fallen, and no disable explains it.
   * @param sinceMs the time since its register
   * @returns how often webhooks were read as enabled still, if that shows that they do not fall by themselves
   */
  falls(sinceMs: number): () => number | undefined {
    const isFirst = !this.#hasFallen;
    this.#hasFallen = true;
    return () =>
      isFirst && this.#stayed >= TELLING_READINGS && sinceMs <= this.#calmMs ? this.#stayed : undefined;
  }
}

/** What was shown in place of a status of 1, in words. @param stayed how often webhooks were read as enabled still */
export function describeFall(stayed: number): string {
  return `0, and no register enables the webhook again; webhooks were read as enabled ${stayed} times, and did not fall by themselves`;
}
