import type { RequirementId } from "../requirement/requirement.ts";
import type { Judgement, RequestCounts, RunWaiting, RunWarning } from "../record/result.ts";
import { settleInterfered } from "../settle/settle-interfered.ts";
import { settleRoots } from "../settle/settle-roots.ts";
import { settleReturned } from "../settle/settle-returned.ts";
import type { TargetRefusal, JudgedRow } from "./steps.ts";

/** Receives the events of a run. */
export interface RunListener {
  /** The requirements that the run will check, in any order, with their estimated requests. */
  planned?(costs: ReadonlyMap<RequirementId, number>, waits?: ReadonlyMap<RequirementId, number>): void;
  started?(requirement: RequirementId): void;
  judged?(judgement: Judgement, counts: Readonly<RequestCounts>, waitedSeconds: number): void;
}

interface Redacting {
  text(text: string): string;
}

/** The results of a run so far. An unselected requirement without a fault is omitted. */
export class Tally<Extras = unknown> {
  judgements: readonly Judgement[] = [];
  counts: Readonly<RequestCounts> = { sent: 0, retried: 0, rateLimited: 0 };
  /** The requirements to check or observe. */
  planned: ReadonlySet<RequirementId> = new Set();
  /** Unusual behaviour of the target. */
  noticed: readonly RunWarning[] = [];
  /** Waiting time of the run, by reason. */
  waiting: readonly RunWaiting[] = [];
  /** Data that the areas add to the result. Undefined: none so far. */
  extras: Extras | undefined;
  /** The reason why nothing was checked. */
  refusal: TargetRefusal | undefined;
  /** How many lanes have judged at once. */
  lanes = 1;
  readonly #defects = new Set<string>();
  readonly #listeners: readonly RunListener[];
  readonly #redactor: Redacting;
  readonly #foundations: readonly RequirementId[];
  #returned: readonly string[] = [];
  #sighting: string | undefined;

  /**
   * @param redactor removes the secrets of the run from defects, which may quote anything
   * @param foundations requirements on which others are based, the most basic one first
   */
  constructor(
    listeners: readonly RunListener[],
    redactor: Redacting,
    foundations: readonly RequirementId[] = [],
  ) {
    this.#listeners = listeners;
    this.#redactor = redactor;
    this.#foundations = foundations;
  }

  /** Defects outside of the checks, each once, without secrets. */
  get defects(): ReadonlySet<string> {
    return this.#defects;
  }

  /** Total waiting time of the run. */
  get waitedSeconds(): number {
    return this.waiting.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** @param costs estimated requests of each requirement. @param waits estimated seconds that each waits on purpose */
  plan(costs: ReadonlyMap<RequirementId, number>, waits?: ReadonlyMap<RequirementId, number>): void {
    this.planned = new Set(costs.keys());
    for (const listener of this.#listeners) listener.planned?.(costs, waits);
  }

  start(requirement: RequirementId): void {
    for (const listener of this.#listeners) listener.started?.(requirement);
  }

  take(step: JudgedRow<Extras>): void {
    const { judgement, counts, returned, noticed, sighting, unselected, refusal } = step;
    this.refusal ??= refusal;
    if (counts !== undefined) this.counts = counts;
    if (noticed !== undefined) this.noticed = noticed;
    if (step.waiting !== undefined) this.waiting = step.waiting;
    this.#sighting ??= sighting;
    if (step.extras !== undefined) this.extras = step.extras;
    if (returned !== undefined) this.#returned = returned;
    if (judgement === undefined || (unselected === true && !foundSomethingWrong(judgement))) return;
    this.judgements = [...this.judgements, judgement];
    for (const listener of this.#listeners) listener.judged?.(judgement, this.counts, this.waitedSeconds);
  }

  hasPassed(requirement: RequirementId): boolean {
    return this.judgements.some(
      ({ result }) =>
        "verdict" in result && result.requirement === requirement && result.verdict === "passed",
    );
  }

  /** Takes a later result of a requirement instead of its first one. */
  replace(step: JudgedRow<Extras>): void {
    this.judgements = this.judgements.filter(
      ({ requirement }) => requirement !== step.judgement?.requirement,
    );
    this.take(step);
  }

  /** Notes a defect outside of the checks. */
  broke(error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#defects.add(this.#redactor.text(text));
  }

  /**
   * Settles the results at the end of a run.
   * @param order of the requirements. Default: the order in which they were judged
   */
  settle(order: readonly RequirementId[] = []): void {
    const places = new Map(order.map((requirement, place) => [requirement, place]));
    const placeOf = ({ requirement }: Judgement) => places.get(requirement) ?? order.length;
    const settled = this.judgements
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .map((judgement) => settleReturned(judgement, this.#returned))
      .map((judgement) => settleInterfered(judgement, this.#sighting));
    this.judgements = this.refusal === undefined ? settleRoots(settled, this.#foundations) : [];
  }
}

function foundSomethingWrong({ result }: Judgement): boolean {
  return "verdict" in result && ["failed", "warned", "errored"].includes(result.verdict);
}
