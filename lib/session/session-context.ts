import * as fc from "fast-check";
import type { GeneratedCase } from "../result.ts";
import type { Recorder } from "../client/recorder.ts";
import type { Merchant } from "../client/merchant.ts";
import type { Budget, Claims, Context, Depth } from "../context.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import { catalogue, type NormativeId, type RequirementId } from "../requirements/catalogue.ts";
import type { ReturnedFields } from "../observing/returned-fields.ts";
import type { Seen } from "../observing/seen.ts";
import type { Signer } from "../signer/signer.ts";
import { InapplicableError, InconclusiveError, UnreturnedError, Violation } from "../verdict.ts";
import { forAll } from "./for-all.ts";
import { locatedCase } from "./located.ts";
import type { Ledger } from "./ledger.ts";
import { restsOn } from "./rests-on.ts";
import { seedOf } from "./seed.ts";

/** What the checks of a session share. */
export interface Means {
  readonly merchants: readonly [Merchant, ...Merchant[]];
  readonly urls: CallbackUrls;
  readonly claims: Claims;
  readonly depth: Depth;
  readonly seed: number;
  readonly ledger: Ledger;
  readonly signer: Signer | undefined;
  readonly seen: Seen;
  /** What the profile fixes of what the document leaves open, by requirement id. */
  readonly pins: Readonly<Record<string, unknown>>;
  readonly measures: Context["measures"];
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a configuration existed before the run. */
  readonly existedBefore: () => boolean;
}

/** How one check is carried out. */
export interface Trial {
  readonly recorder: Recorder;
  /** Run this generated case alone. */
  readonly only: GeneratedCase | undefined;
}

const MAX_SHRINKS: Budget = { quick: 12, standard: 40, deep: 200 };

/** The context of one check. */
export class SessionContext implements Context {
  readonly #means: Means;
  readonly #requirement: RequirementId;
  readonly #trial: Trial | undefined;
  #samples = 0;
  #listening = false;

  constructor(means: Means, requirement: RequirementId, trial?: Trial) {
    this.#trial = trial;
    this.#means = means;
    this.#requirement = requirement;
  }

  get merchant(): Merchant {
    return this.#means.merchants[0];
  }

  get rival(): Merchant {
    const rival = this.#means.merchants[1];
    if (rival !== undefined) return rival;
    throw new Error(
      `Cannot judge ${this.#requirement}: its row does not say that it needs a second merchant`,
    );
  }

  get others(): readonly Merchant[] {
    return this.#means.merchants.slice(1, 2);
  }

  get urls(): CallbackUrls {
    return this.#means.urls;
  }

  get claims(): Claims {
    return this.#means.claims;
  }

  get listening(): boolean {
    return this.#listening;
  }

  get seen(): Seen {
    return this.#means.seen;
  }

  get probes(): boolean {
    return this.#means.depth !== "quick" || Object.hasOwn(this.#means.pins, this.#requirement);
  }

  get measures(): Context["measures"] {
    return this.#means.measures;
  }

  atDepth = (budget: Budget): number => budget[this.#means.depth];

  forAll = async <T>(
    inputs: fc.Arbitrary<T>,
    runs: Budget,
    body: (input: T) => Promise<void>,
  ): Promise<void> => {
    const seed = this.#seed();
    const only = this.#trial?.only;
    if (only !== undefined && only.use !== this.#samples) return;
    await forAll({
      inputs,
      use: this.#samples,
      runs: this.atDepth(runs),
      seed,
      path: only?.path,
      maxShrinks: this.atDepth(MAX_SHRINKS),
      body: async (input) => this.#one(async () => body(input)),
    });
  };

  overheard = (requirement: NormativeId): void => {
    const { ledger } = this.#means;
    const heard = ledger.violationOf(requirement);
    const because = heard && restsOn(requirement, ledger);
    if (because !== undefined) throw new InconclusiveError(because);
    if (heard !== undefined) throw new Violation(heard.evidence);
    const doubt = ledger.doubtAbout(requirement);
    if (doubt !== undefined) throw new InconclusiveError(doubt);
    if (ledger.timesKept(requirement) > 0) return;
    if (requirement === "register.creates" && this.#means.existedBefore()) {
      throw new InapplicableError("A configuration existed before the run; nothing can delete one.");
    }
    throw nothingHeard(requirement, this.#means.seen.returned);
  };

  wasKept = (requirement: NormativeId): boolean => this.#means.ledger.timesKept(requirement) > 0;

  listen = (): void => {
    this.#listening = true;
  };

  pause = async (ms: number): Promise<void> => this.#means.sleep(ms);

  timestamp = (offsetSeconds: number): string => {
    const { signer, now } = this.#means;
    if (signer === undefined) throw new InapplicableError("Requests are not signed.");
    return signer.timestampOf(now() + offsetSeconds * 1000);
  };

  async #one(generated: () => Promise<void>): Promise<void> {
    const run = async () => {
      const heardBefore = this.#means.ledger.claimable.length;
      await generated();
      if (this.#listening) this.#raiseNews(heardBefore);
    };
    await (this.#trial === undefined ? run() : locatedCase(this.#trial.recorder, run));
  }

  /** In a listening check, the first violation that this case has shown: an earlier one is not its fault. */
  #raiseNews(heardBefore: number): void {
    const first = this.#means.ledger.claimable[heardBefore];
    if (first !== undefined) throw new Violation(first.evidence, first.requirement);
  }

  #seed(): number {
    this.#samples += 1;
    return seedOf(this.#means.seed, `${this.#requirement}#${this.#samples}`);
  }
}

/** Why no answer kept or broke a requirement: what it reads was never returned, or nothing else is known. */
function nothingHeard(requirement: NormativeId, returned: ReturnedFields): InconclusiveError {
  const { reads = [], readsOneOf = [] } = catalogue[requirement];
  const missing = reads.filter((field) => returned.never(field));
  const fields = missing.length > 0 ? missing : readsOneOf;
  const message = "No answer of the run had what this requirement is about.";
  return fields.length === 0 ? new InconclusiveError(message) : new UnreturnedError(fields, message);
}
