import { sentenceAbout, type Sighting } from "../model/strangers.ts";
import type { Witness } from "../model/witness.ts";

/** What another client's requests mean for the judgements of a run. */
export class Disturbance {
  readonly #witnesses: readonly Witness[];
  #before = 0;

  constructor(witnesses: readonly Witness[]) {
    this.#witnesses = witnesses;
  }

  /** Starts a check. */
  begin(): void {
    this.#before = this.#sightings().length;
  }

  /** Whether another client was seen in the check under way. */
  get #isNow(): boolean {
    return this.#sightings().length > this.#before;
  }

  /**
   * Why nothing that the check under way has seen of a configuration can be held against the target: another client was
   * seen in it, or beyond doubt before. Undefined: there is no reason.
   */
  get doubt(): string | undefined {
    const sightings = this.#sightings();
    const different = new Set(sightings.map(({ callbackUrl }) => callbackUrl)).size;
    const isBeyondDoubt = different > 1 || sightings.some(({ isCertain }) => isCertain);
    const last = sightings.at(-1);
    return last !== undefined && (this.#isNow || isBeyondDoubt) ? sentenceAbout(last) : undefined;
  }

  #sightings(): Sighting[] {
    return this.#witnesses.flatMap(({ strangers }) => strangers.sightings);
  }
}
