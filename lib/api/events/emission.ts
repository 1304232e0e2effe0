/** An event that was triggered: what arrives from here on may be it. */
export interface Emission {
  /** How many requests had arrived before. */
  readonly after: number;
  readonly at: number;
  /** What its payload is known by; undefined: nobody says. */
  readonly id?: string;
}
