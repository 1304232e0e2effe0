import type { Configuration } from "../../merchant/configuration.ts";

/** The first reading of those in a row that show the same `updateTime`. */
export interface Unmoved {
  readonly updateTime: string;
  readonly callbackUrl: Configuration["callbackUrl"];
  /** When it was read, in milliseconds since 1970. */
  readonly at: number;
}

/** What is known after one more reading. */
export function unmoved(
  before: Unmoved | undefined,
  { updateTime, callbackUrl }: Configuration,
  at: number,
): Unmoved | undefined {
  if (typeof updateTime !== "string") return before;
  return before?.updateTime === updateTime ? before : { updateTime, callbackUrl, at };
}
