import { type Answer } from "../api/exchange/answer.ts";
import type { JournalEntry } from "./journal.ts";
import { configurationIn, type Configuration } from "../api/merchant/configuration.ts";

/** The known members of a configuration. Absent: the target did not return it. */
export type StoredConfiguration = Readonly<NonNullable<JournalEntry["configuration"]>>;

/** The configuration of a merchant before the run. Undefined: query showed none. */
export interface Snapshot {
  readonly merchant: string;
  readonly configuration: StoredConfiguration | undefined;
}

/** Reads a merchant's configuration from the answer to a query. */
export function snapshotOf(merchant: string, answer: Answer): Snapshot {
  const shown = configurationIn(answer);
  return { merchant, configuration: shown === undefined ? undefined : storedConfiguration(shown) };
}

/** Undefined: nothing is shown. `data` may be an empty object without a configuration. */
export function storedConfiguration(shown: Configuration): StoredConfiguration | undefined {
  const { callbackUrl, status, eventTypes } = shown;
  if (Object.keys(shown).length === 0) return undefined;
  return {
    ...(typeof callbackUrl === "string" && { callbackUrl }),
    ...((status === 0 || status === 1) && { status }),
    ...(typeof eventTypes === "string" && { eventTypes }),
  };
}
