import type { Configuration } from "../merchant/configuration.ts";
import type { Merchant } from "../merchant/merchant.ts";

type Shown = Pick<Merchant, "name" | "configuration">;

/** The configurations of the merchants, as the checks of deliveries have read them. */
export class KnownConfigurations {
  readonly #known = new Map<string, Configuration>();

  /** Queries the configuration of a merchant. */
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
