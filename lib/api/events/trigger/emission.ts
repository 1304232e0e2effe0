/** An event that was triggered: what arrives from here on may be it. */
export interface Emission {
  /** How many requests had arrived before. */
  readonly after: number;
  readonly at: number;
  /** When the last event before came to the root of the receiver, by the clock of the receiver. */
  readonly astray?: number | undefined;
  /** Identifier in its payload; undefined: not known. */
  readonly id?: string;
  /** The end of its window, once there is one: what arrives later is of later events. */
  end?: Pick<Emission, "after" | "astray">;
}

/** An emission whose event this run has triggered. */
export interface TriggeredEmission extends Emission {
  /** The time of the trigger, in milliseconds since 1970. */
  readonly wall: number;
}
