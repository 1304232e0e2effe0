import type { Plain } from "../../../engine/requirement/plain.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Subscription } from "./event-types.ts";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { HookShape } from "../urls/hook.ts";
import type { Merchant } from "../../merchant/merchant.ts";

/** After so many events in vain, in checks that differ, another one shows nothing new. */
const ENOUGH_IN_VAIN = 2;

/** Some deliveries of each event type. */
export type DeliveriesOfTypes = ReadonlyMap<string, readonly Arrival[]>;

/** The moment from which a run has given up waiting, and why. */
interface Silence {
  readonly reason: NothingCameError;
  /** How many requests had arrived by then. */
  readonly after: number;
}

/** Facts about deliveries that a run has learned, so that it waits only once for the same answer. */
export class DeliveryHistory {
  readonly arrivedTypes = new Set<string>();
  /** Event types of which no delivery comes, while others come: a failure has reported them. */
  readonly missingTypes = new Set<string>();
  /** The shapes of callback URLs that had to be rejected, and were accepted. */
  readonly accepted = new Set<HookShape>();
  /** Wrong deliveries that a failure has reported, for example `events of alpha at URLs of others`. */
  readonly reported = new Set<string>();
  /** The deliveries at which the observations of event types have looked, look by look. */
  readonly ofTypes: DeliveriesOfTypes[] = [];
  /** Whether a delivery may have carried several events. */
  carriesSeveral = false;
  /** The observations that share one wait, by name: each reads its URLs. */
  readonly quietLooks = new Map<string, () => Plain>();
  /** Whether deliveries that the receiver acknowledges as usual are not repeated. */
  isUsualOnce = false;
  readonly configurations = new KnownConfigurations();
  /** How long after its trigger an event came that is late, in milliseconds. null: it was waited for in vain. */
  lateMs: number | null | undefined;
  #silence: Silence | undefined;
  #timesInVain = 0;

  /** undefined: a further event may still arrive. */
  get silence(): Silence | undefined {
    return this.#timesInVain < ENOUGH_IN_VAIN ? undefined : this.#silence;
  }

  /** @throws {NothingCameError} when nothing has ever come, and nothing came late either */
  assertNotSilent(hasCome: (after: number) => boolean): void {
    const { silence } = this;
    if (silence !== undefined && !hasCome(silence.after)) throw silence.reason;
  }

  /** A subscription without the missing event types, unless all are missing. */
  withoutMissing(shown: Subscription): Subscription {
    const subscribed = shown.subscribed.filter((type) => !this.missingTypes.has(type));
    return subscribed.length === 0 ? shown : { ...shown, subscribed };
  }

  /** Notes that nothing has ever come. */
  noteSilence(reason: NothingCameError, after: number): void {
    this.#timesInVain += 1;
    this.#silence = { reason, after };
  }
}

/** No event has ever come, so a missing event shows nothing. */
export class NothingCameError extends InconclusiveError {}

type Shown = Pick<Merchant, "name" | "configuration">;

/** The configurations of the merchants, as the checks of deliveries have read them. */
class KnownConfigurations {
  readonly #known = new Map<string, Configuration>();

  async latest(merchant: Shown): Promise<Configuration> {
    const configuration = await merchant.configuration();
    this.#known.set(merchant.name, configuration);
    return configuration;
  }

  /** The configuration as the run has last read it. Queries only if it has read none. */
  async lastSeen(merchant: Shown): Promise<Configuration> {
    return this.#known.get(merchant.name) ?? this.latest(merchant);
  }
}
