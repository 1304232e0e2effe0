/** An event that was triggered: what arrives from here on may be it. */
export interface Emission {
  /** How many requests had arrived before. */
  readonly after: number;
  readonly at: number;
  /** The last arrival that may be of it. Set when its window ends. undefined: every later one may be. */
  until?: number;
  /** Identifier in its payload; undefined: not known. */
  readonly id?: string;
}
