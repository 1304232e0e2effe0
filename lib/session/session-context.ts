import * as fc from "fast-check";
import type { GeneratedCase } from "../engine/record/result.ts";
import { AnswerLog } from "../api/exchange/answer-log.ts";
import type { Deliveries } from "../api/events/deliveries/deliveries.ts";
import type { Mcp } from "../mcp/service/mcp.ts";
import type { Merchant } from "../api/merchant/merchant.ts";
import { Operations } from "../api/operations/operations.ts";
import type { Claims } from "../api/merchant/merchants-context.ts";
import type { Context } from "./requirement.ts";
import { type Budget, type Depth, Effort } from "../engine/requirement/effort.ts";
import type { CallbackUrls } from "../api/webhook/model/callback-urls.ts";
import type { RequirementId } from "../engine/requirement/requirement.ts";
import type { Seen } from "../api/webhook/observing/seen.ts";
import type { StandingRefusal } from "../api/webhook/standing-refusal.ts";
import type { WebhookContext } from "../api/webhook/webhook-context.ts";
import type { Signer } from "../signer/signer.ts";
import { InapplicableError, Violation } from "../engine/record/verdict.ts";
import { forAll } from "../engine/judge/for-all.ts";
import { locatedCase } from "../engine/record/located.ts";
import type { Findings } from "../engine/record/findings.ts";
import type { EvidenceRecord } from "../engine/record/target.ts";
import { seedOf } from "../engine/requirement/seed.ts";

/** The part of a context that all checks of a lane share. */
export interface Shared {
  /** The merchants of the lane. Empty: it checks the MCP service alone. */
  readonly merchants: readonly Merchant[];
  /** The API keys of all merchants of the profile. */
  readonly issuedKeys: ReadonlySet<string>;
  readonly urls: CallbackUrls;
  readonly refusals: () => readonly StandingRefusal[];
  readonly operations: Operations;
  readonly deliveries: Deliveries;
  /** Undefined: the profile has none. */
  readonly mcp: Mcp | undefined;
  readonly claims: Claims;
  readonly depth: Depth;
  readonly seed: number;
  readonly findings: Findings;
  readonly signer: Signer | undefined;
  readonly seen: Seen;
  /** Pins of the profile, by requirement id. */
  readonly pins: Readonly<Record<string, unknown>>;
  readonly measures: Context["measures"];
  readonly now: () => number;
  readonly lag: WebhookContext["readLag"];
  readonly sleep: (ms: number) => Promise<void>;
  /** Whether a configuration existed before the run. */
  readonly existedBefore: () => boolean;
  readonly decideByListening: (requirement: RequirementId, context: Context) => void;
}

/** How often the second round of a check repeats, by the depth of the run. It tries the same items of each list. */
const DEPTH_OF_SECOND_ROUND: Readonly<Record<Depth, Depth | undefined>> = {
  quick: undefined,
  standard: "quick",
  deep: "standard",
};

/** How one check is carried out. */
export interface Trial {
  readonly record: EvidenceRecord;
  /** Run this generated case alone. */
  readonly only: GeneratedCase | undefined;
}

/** The context of one check. */
export class SessionContext implements Context {
  readonly #shared: Shared;
  readonly #requirement: RequirementId;
  readonly #trial: Trial | undefined;
  #samples = 0;
  #listening = false;
  #effort: Effort;
  #isSecondRound = false;

  constructor(shared: Shared, requirement: RequirementId, trial?: Trial) {
    this.#trial = trial;
    this.#shared = shared;
    this.#requirement = requirement;
    this.#effort = new Effort(shared.depth);
  }

  get merchant(): Merchant {
    const [merchant] = this.#shared.merchants;
    if (merchant !== undefined) return merchant;
    throw new Error(`Cannot judge ${this.#requirement}: the profile has no merchant`);
  }

  get rival(): Merchant {
    const rival = this.#shared.merchants[1];
    if (rival !== undefined) return rival;
    throw new Error(
      `Cannot judge ${this.#requirement}: its row does not say that it needs a second merchant`,
    );
  }

  get others(): readonly Merchant[] {
    return this.#shared.merchants.slice(1, 2);
  }

  /** Without operations: their records belong to the first merchant alone. */
  get secondRound(): SessionContext | undefined {
    const depth = DEPTH_OF_SECOND_ROUND[this.#shared.depth];
    if (depth === undefined) return undefined;
    const [merchant, rival] = this.#shared.merchants;
    const merchants = [rival, merchant].filter((one) => one !== undefined);
    const operations = new Operations({}, new AnswerLog());
    const urls = this.#shared.urls.ofSecondRound();
    const shared = { ...this.#shared, merchants, operations, urls };
    const round = new SessionContext(shared, this.#requirement, this.#trial);
    round.#samples = this.#samples;
    round.#effort = new Effort(depth, this.#shared.depth);
    round.#isSecondRound = true;
    return round;
  }

  get isSecondRound(): boolean {
    return this.#isSecondRound;
  }

  get issuedKeys(): ReadonlySet<string> {
    return this.#shared.issuedKeys;
  }

  get urls(): CallbackUrls {
    return this.#shared.urls;
  }

  get refusals(): readonly StandingRefusal[] {
    return this.#shared.refusals();
  }

  get operations(): Operations {
    return this.#shared.operations;
  }

  get deliveries(): Deliveries {
    return this.#shared.deliveries;
  }

  get mcp(): Mcp {
    const { mcp } = this.#shared;
    if (mcp !== undefined) return mcp;
    throw new Error(`Cannot judge ${this.#requirement}: its row does not say that it needs an MCP service`);
  }

  get claims(): Claims {
    return this.#shared.claims;
  }

  get listening(): boolean {
    return this.#listening;
  }

  get seen(): Seen {
    return this.#shared.seen;
  }

  probes = (part: string): boolean => {
    const pin = this.#shared.pins[this.#requirement];
    return (
      !this.effort.isQuick ||
      (typeof pin === "object" && pin !== null ? Object.hasOwn(pin, part) : pin !== undefined)
    );
  };

  sent = (): number => this.#trial?.record.exchanges.length ?? 0;

  get measures(): Context["measures"] {
    return this.#shared.measures;
  }

  get effort(): Effort {
    return this.#effort;
  }

  forAll = async <T>(
    inputs: fc.Arbitrary<T>,
    body: (input: T) => Promise<void>,
    cases?: Budget,
  ): Promise<void> => {
    const seed = this.#seed();
    const only = this.#trial?.only;
    if (only !== undefined && only.use !== this.#samples) return;
    await forAll({
      inputs,
      use: this.#samples,
      runs: cases === undefined ? this.effort.cases : this.effort.at(cases),
      seed,
      path: only?.path,
      maxShrinks: this.effort.shrinks,
      body: async (input) => this.#one(async () => body(input)),
    });
  };

  get existedBefore(): boolean {
    return this.#shared.existedBefore();
  }

  decideByListening = (): void => this.#shared.decideByListening(this.#requirement, this);

  wasKept = (requirement: RequirementId): boolean => this.#shared.findings.timesKept(requirement) > 0;

  listen = (): void => {
    this.#listening = true;
  };

  get readLag(): WebhookContext["readLag"] {
    return this.#shared.lag;
  }

  pause = async (ms: number): Promise<void> => this.#shared.sleep(ms);

  timestamp = (offsetSeconds: number): string => {
    const { signer, now } = this.#shared;
    if (signer === undefined) throw new InapplicableError("Requests are not signed.");
    return signer.timestampOf(now() + offsetSeconds * 1000);
  };

  async #one(generated: () => Promise<void>): Promise<void> {
    const run = async () => {
      const heardBefore = this.#shared.findings.claimable.length;
      await generated();
      if (this.#listening) this.#raiseNews(heardBefore);
    };
    await (this.#trial === undefined ? run() : locatedCase(this.#trial.record, run));
  }

  /** The first violation that this case of a listening check has shown. Earlier violations belong to other cases. */
  #raiseNews(heardBefore: number): void {
    const first = this.#shared.findings.claimable[heardBefore];
    if (first !== undefined) throw new Violation(first.evidence, first.requirement);
  }

  #seed(): number {
    this.#samples += 1;
    return seedOf(this.#shared.seed, `${this.#requirement}#${this.#samples}`);
  }
}
