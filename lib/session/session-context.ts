import * as fc from "fast-check";
import type { Merchant } from "../client/merchant.ts";
import type { Budget, Claims, Context, Depth } from "../context.ts";
import type { CallbackUrls } from "../model/callback-urls.ts";
import type { NormativeId, RequirementId } from "../requirements/catalogue.ts";
import type { Signer } from "../signer/signer.ts";
import { InapplicableError, InconclusiveError, UncoveredError, Violation } from "../verdict.ts";
import { forAll } from "./for-all.ts";
import type { Ledger } from "./ledger.ts";
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
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a configuration existed before the run. */
  readonly existedBefore: () => boolean;
}

const MAX_SHRINKS: Budget = { quick: 12, standard: 40, deep: 200 };

/** The context of one check. */
export class SessionContext implements Context {
  readonly #means: Means;
  readonly #requirement: RequirementId;
  #samples = 0;
  #listening = false;

  constructor(means: Means, requirement: RequirementId) {
    this.#means = means;
    this.#requirement = requirement;
  }

  get merchant(): Merchant {
    return this.#means.merchants[0];
  }

  get rival(): Merchant {
    const rival = this.#means.merchants[1];
    if (rival !== undefined) return rival;
    throw new UncoveredError("Needs a second merchant: add one under `merchants` in the profile.");
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

  atDepth = (budget: Budget): number => budget[this.#means.depth];

  forAll = async <T>(
    inputs: fc.Arbitrary<T>,
    runs: Budget,
    body: (input: T) => Promise<void>,
  ): Promise<void> =>
    forAll({
      inputs,
      runs: this.atDepth(runs),
      seed: this.#seed(),
      maxShrinks: this.atDepth(MAX_SHRINKS),
      body: async (input) => {
        await body(input);
        if (this.#listening) this.#raiseNews();
      },
    });

  overheard = (requirement: NormativeId): void => {
    const { ledger } = this.#means;
    const heard = ledger.violationOf(requirement);
    if (heard !== undefined) throw new Violation(heard.evidence);
    const doubt = ledger.doubtAbout(requirement);
    if (doubt !== undefined) throw new InconclusiveError(doubt);
    if (ledger.timesKept(requirement) > 0) return;
    if (requirement === "register.creates" && this.#means.existedBefore()) {
      throw new InapplicableError("A configuration existed before the run; nothing can delete one.");
    }
    throw new InconclusiveError("No answer of the run had what this requirement is about.");
  };

  listen = (): void => {
    this.#listening = true;
  };

  pause = async (ms: number): Promise<void> => this.#means.sleep(ms);

  timestamp = (offsetSeconds: number): string => {
    const { signer, now } = this.#means;
    if (signer === undefined) throw new InapplicableError("Requests are not signed.");
    return signer.timestampOf(now() + offsetSeconds * 1000);
  };

  /** In a listening check, the first violation that nothing before had shown. */
  #raiseNews(): void {
    const [first] = this.#means.ledger.news;
    if (first !== undefined) throw new Violation(first.evidence, first.requirement);
  }

  #seed(): number {
    this.#samples += 1;
    return seedOf(this.#means.seed, `${this.#requirement}#${this.#samples}`);
  }
}
