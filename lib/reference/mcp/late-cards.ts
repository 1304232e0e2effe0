import type { ReferenceCard } from "./mcp-state.ts";

const LAG_MS = 400;

/** The cards at a time. */
interface Version {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

/** The cards as a replica shows them, which follows the writes late. */
export class LateCards {
  readonly #cards: readonly ReferenceCard[];
  /** The one that is shown, and newer ones. */
  #versions: readonly Version[] = [];

  constructor(cards: readonly ReferenceCard[]) {
    this.#cards = cards;
  }

  /** Takes over what was written before a time. */
  follow(now: number): void {
    const text = JSON.stringify(this.#cards);
    const known = this.#versions;
    const all = known.at(-1)?.text === text ? known : [...known, { at: now, text }];
    const shown = all.findLastIndex(({ at }) => at + LAG_MS <= now);
    this.#versions = all.slice(Math.max(shown, 0));
  }

  get shown(): readonly ReferenceCard[] {
    const [version] = this.#versions;
    return version === undefined ? this.#cards : JSON.parse(version.text);
  }
}
