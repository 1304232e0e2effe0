import { type Answer } from "../api/exchange/answer.ts";
import { configurationIn, type Configuration } from "../api/merchant/configuration.ts";

/** What is known of a configuration that existed; a member that the target did not return is absent. */
export interface StoredConfiguration {
  readonly callbackUrl?: string;
  readonly status?: 0 | 1;
  readonly eventTypes?: string;
}

/** What a merchant had before the run; undefined when query showed no configuration. */
export interface Snapshot {
  readonly merchant: string;
  readonly configuration: StoredConfiguration | undefined;
}

/** What the answer to a query shows of a merchant's configuration. */
export function snapshotOf(merchant: string, answer: Answer): Snapshot {
  const shown = configurationIn(answer);
  return { merchant, configuration: shown === undefined ? undefined : storedConfiguration(shown) };
}

/** Undefined when nothing is shown: `data` may be an empty object where there is no configuration. */
export function storedConfiguration(shown: Configuration): StoredConfiguration | undefined {
  const { callbackUrl, status, eventTypes } = shown;
  if (Object.keys(shown).length === 0) return undefined;
  return {
    ...(typeof callbackUrl === "string" && { callbackUrl }),
    ...((status === 0 || status === 1) && { status }),
    ...(typeof eventTypes === "string" && { eventTypes }),
  };
}
