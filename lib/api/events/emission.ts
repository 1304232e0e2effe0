/** An event that was triggered: what arrives from here on may be it. */
export interface Emission {
  /** How many requests had arrived before. */
  readonly after: number;
  readonly at: number;
  /** Identifier in its payload; undefined: not known. */
  readonly id?: string;
}
