/** Something that happened to a merchant's cards. */
export interface DeliveryEvent {
  /** 1 for the first event of the reference. */
  readonly number: number;
  /** For example `card.transaction`. */
  readonly type: string;
  /** Name of the merchant whose event it is. */
  readonly merchant: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The other events that the same request carries. Default: none. */
  readonly beside?: readonly DeliveryEvent[];
}
