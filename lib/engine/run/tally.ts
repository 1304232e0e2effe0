import type { RequirementId } from "../requirement/requirement.ts";
import type { Judgement, RequestCounts } from "../record/result.ts";
import { settleInterfered, settleReturned } from "../settle/settle-late.ts";
import { settleRoots } from "../settle/settle-roots.ts";
import type { AnyPlannedRow } from "../plan/plan.ts";
import type { Steps, TargetProgress } from "./steps.ts";

const NOTHING_SHOWN = { counts: { sent: 0, retried: 0, rateLimited: 0 }, returned: [], noticed: [] };

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
  /** The requirements to check or observe. */
  planned: ReadonlySet<RequirementId> = new Set();
  /** How many lanes have judged at once. */
  lanes = 1;
  readonly #defects = new Set<string>();
  readonly #listeners: readonly RunListener[];
  readonly #redactor: Redacting;
  readonly #foundations: readonly RequirementId[];
  #followed: Pick<Steps<never, Extras>, "progress"> = { progress: undefined };
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

  /** The behaviour of the target so far. */
  get progress(): TargetProgress<Extras> {
    return this.#followed.progress ?? NOTHING_SHOWN;
  }

  /** Takes the progress of a target from now on. */
  follow(steps: Pick<Steps<never, Extras>, "progress">): void {
    this.#followed = steps;
  }

  /** Defects outside of the checks, each once, without secrets. */
  get defects(): ReadonlySet<string> {
    return this.#defects;
  }

  /** Total waiting time of the run. */
  get waitedSeconds(): number {
    return (this.progress.waiting ?? []).reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** @param costs estimated requests of each requirement. @param waits estimated seconds that each waits on purpose */
  plan(costs: ReadonlyMap<RequirementId, number>, waits?: ReadonlyMap<RequirementId, number>): void {
    this.planned = new Set(costs.keys());
    for (const listener of this.#listeners) listener.planned?.(costs, waits);
  }

  start(requirement: RequirementId): void {
    for (const listener of this.#listeners) listener.started?.(requirement);
  }

  take(judgement: Judgement, { unselected }: Pick<AnyPlannedRow, "unselected">): void {
    const { returned, sighting, counts } = this.progress;
    this.#sighting ??= sighting;
    this.#returned = returned;
    if (unselected && !foundSomethingWrong(judgement)) return;
    this.judgements = [...this.judgements, judgement];
    for (const listener of this.#listeners) listener.judged?.(judgement, counts, this.waitedSeconds);
  }

  hasPassed(requirement: RequirementId): boolean {
    return this.judgements.some(
      ({ result }) =>
        "verdict" in result && result.requirement === requirement && result.verdict === "passed",
    );
  }

  /** Takes a later result of a requirement instead of its first one. */
  replace(judgement: Judgement, row: Pick<AnyPlannedRow, "unselected">): void {
    this.judgements = this.judgements.filter(({ requirement }) => requirement !== judgement.requirement);
    this.take(judgement, row);
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
    this.judgements = this.progress.refusal === undefined ? settleRoots(settled, this.#foundations) : [];
  }
}

function foundSomethingWrong({ result }: Judgement): boolean {
  return "verdict" in result && ["failed", "waived", "warned", "errored"].includes(result.verdict);
}
