import type { RequirementId } from "../../engine/requirement.ts";
import { InapplicableError, InconclusiveError, UnofferedError, Violation } from "../../engine/verdict.ts";
import type { Configuration } from "../merchant/configuration.ts";
import type { Merchant } from "../merchant/merchant.ts";

/** Ends a look. Any other error is a defect, or the end of the run. */
const UNUSUAL = [Violation, InconclusiveError, InapplicableError, UnofferedError];

type Shown = Pick<Merchant, "name" | "configuration">;

/** @returns the requirements that it has seen kept. @throws {InconclusiveError} when it sees anything else */
type Looking = () => Promise<readonly RequirementId[]>;

/**
 * Looks at deliveries that serve several checks. A run makes each look once. A look can only pass a check, never fail it.
 * The first look that sees anything unusual is the last one: from then on, each check looks for itself.
 */
export class SharedLooks {
  readonly #made = new Map<object, Promise<readonly RequirementId[]>>();
  readonly #configurations = new Map<string, Configuration>();
  #unusual: unknown;
  #isLooking = false;

  /** Returns the requirements that a look has seen kept. The first call for a key makes the look. */
  async make(key: object, look: Looking): Promise<readonly RequirementId[]> {
    const made = this.#made.get(key) ?? this.#look(look);
    this.#made.set(key, made);
    return made;
  }

  /** The configuration of a merchant. During a look, one that is known is not queried again. */
  async configuration(merchant: Shown, isBrief = false): Promise<Configuration> {
    if (isBrief || this.#isLooking) return this.lastSeen(merchant);
    const configuration = await merchant.configuration();
    this.#configurations.set(merchant.name, configuration);
    return configuration;
  }

  /** The configuration of a merchant as the run has last seen it. Queries only if it has seen none. */
  async lastSeen(merchant: Shown): Promise<Configuration> {
    const configuration = this.#configurations.get(merchant.name) ?? (await merchant.configuration());
    this.#configurations.set(merchant.name, configuration);
    return configuration;
  }

  /** Lets the next look at a configuration query it. */
  forget({ name }: Shown): void {
    this.#configurations.delete(name);
  }

  /** The error that ended the looks. undefined: nothing did. */
  get unusual(): unknown {
    return this.#unusual;
  }

  async #look(look: Looking): Promise<readonly RequirementId[]> {
    if (this.#unusual !== undefined) return [];
    this.#isLooking = true;
    try {
      return await look();
    } catch (error) {
      this.#unusual = error;
      if (UNUSUAL.some((kind) => error instanceof kind)) return [];
      throw error;
    } finally {
      this.#isLooking = false;
    }
  }
}
