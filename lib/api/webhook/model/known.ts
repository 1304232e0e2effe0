import type { Configuration } from "../../merchant/configuration.ts";
import { causeOf, type Step } from "./step.ts";
import type { Unmoved } from "./unmoved.ts";
import { isEquivalent } from "../inputs/equivalent-url.ts";

/** Readings of a configuration that was enabled at the one before. */
export interface Falls {
  readonly fell: number;
  readonly stayed: number;
}

/** The kind that all steps have in common. */
export const ANY_STEP = "any";

/** The kinds of the steps since the last reading: by their cause, and by each of them too. */
export function kindsOfSteps({ since, kinds }: Pick<Known, "since" | "kinds">): readonly string[] {
  const cause = causeOf(since);
  return [cause, ...new Set(kinds.map((kind) => `${cause}: ${kind}`))];
}

/** What the document states about one merchant's configuration (sections 1 and 3.2), as far as the answers tell. */
export interface Known {
  /** What query may return as callback URL; undefined: anything. */
  readonly stored: readonly string[] | undefined;
  /** Whether an equivalent form of it will do: it is none of the URLs that no parser writes otherwise. */
  readonly inAnyForm: boolean;
  /** True after disable, false once status 1 was read, undefined while it is open. */
  readonly disabled: boolean | undefined;
  /** The last reading. */
  readonly seen: Configuration | undefined;
  /** When that was, in milliseconds since 1970. */
  readonly seenAt: number | undefined;
  readonly unmoved: Unmoved | undefined;
  /** What was answered since it was read. */
  readonly since: readonly Step[];
  /** How often an enabled configuration was read as disabled after steps of a kind, and how often as enabled still. */
  readonly falls: Readonly<Record<string, Falls>>;
  /** How often disable was rejected although the last reading showed status 1. */
  readonly rejectedDisables: number;
  /** The kinds of what was answered since it was read. */
  readonly kinds: readonly string[];
  readonly exists: boolean;
  /** No configuration exists, as far as query tells. */
  readonly absent: boolean;
}

export const NOTHING_KNOWN: Known = {
  stored: undefined,
  inAnyForm: false,
  disabled: undefined,
  seen: undefined,
  seenAt: undefined,
  unmoved: undefined,
  since: [],
  falls: {},
  rejectedDisables: 0,
  kinds: [],
  exists: false,
  absent: false,
};

/** Whether query may return this callback URL. */
export function maybeStored({ stored, inAnyForm }: Known, callbackUrl: string): boolean {
  if (stored === undefined || stored.includes(callbackUrl)) return true;
  return inAnyForm && stored.some((url) => isEquivalent(url, callbackUrl));
}
