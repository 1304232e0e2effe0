import { applyWaivers } from "../settle/apply-waivers.ts";
import type { AnyRequirement } from "../requirement/catalogue.ts";
import type { PlannedRow } from "../plan/plan.ts";
import type { GeneratedCase, Judgement, RequestCounts, RunWaiting, RunWarning } from "../record/result.ts";
import { resultWithoutVerdict } from "../plan/unjudged.ts";
import type { Waiver } from "../requirement/waiver.ts";

/** A target under test, as the loop of a run knows it. */
export interface JudgedTarget<R, Extras = unknown> {
  /**
   * @param only only check this generated case
   * @param lane number of the lane. Default: 0, the first one
   */
  judge(requirement: R, only?: GeneratedCase, lane?: number): Promise<Judgement>;
  /** Opens a further lane. Returns whether it can judge. Default: no. */
  join?(lane: number): Promise<boolean>;
  /** Judges a requirement by the answers of the whole run alone. Undefined: none of them breaks it. */
  judgeBroken?(requirement: R): Promise<Judgement | undefined>;
  readonly counts: Readonly<RequestCounts>;
  /** The optional fields that the target has returned so far. */
  readonly returned: readonly string[];
  /** Unusual behaviour of the target so far, which explains the results. */
  readonly noticed: readonly RunWarning[];
  /** Waiting time of the run so far, by reason. */
  readonly waiting?: readonly RunWaiting[];
  /** The evidence of another client so far, beyond doubt. */
  readonly sighting?: string | undefined;
  /** Data that the areas add to the result. Plain data. The engine does not read it. */
  readonly extras?: Extras;
  /** The reason to check nothing: no valid request is accepted. */
  readonly refusal?: TargetRefusal | undefined;
  close(): Promise<void>;
}

/** The reason why no valid request is accepted, and the next step. */
export interface TargetRefusal {
  readonly code: string;
  readonly reason: string;
}

/** The result of one row of a plan, and the progress of the run. */
export interface JudgedRow<Extras = unknown> {
  /** Absent: the target accepts no valid request. */
  readonly judgement?: Judgement;
  /** Not selected: it reports only faults. */
  readonly unselected?: boolean;
  /** Requests of the whole run up to here. */
  readonly counts?: RequestCounts;
  /** The optional fields that the target has returned in the run up to here. */
  readonly returned?: readonly string[];
  /** Unusual behaviour of the target up to here. */
  readonly noticed?: readonly RunWarning[];
  /** Waiting time of the run up to here, by reason. */
  readonly waiting?: readonly RunWaiting[];
  /** The evidence of another client up to here, beyond doubt. */
  readonly sighting?: string | undefined;
  /** Data that the areas add to the result. Plain data. The engine does not read it. */
  readonly extras?: Extras;
  readonly refusal?: TargetRefusal;
}

/** The settings of the profile for results. */
export interface StepTerms {
  readonly pins: Readonly<Record<string, unknown>>;
  /** Waivers in force. */
  readonly waivers: readonly Waiver[];
}

/** Decides the rows of a plan one by one, at a target that is opened for the first row with requests. */
export class Steps<R extends AnyRequirement, Extras = unknown> {
  readonly #open: () => Promise<JudgedTarget<R, Extras>>;
  readonly #terms: StepTerms;
  #opening: Promise<JudgedTarget<R, Extras>> | undefined;
  readonly #judging = new Set<Promise<Judgement>>();

  constructor(open: () => Promise<JudgedTarget<R, Extras>>, terms: StepTerms) {
    this.#open = open;
    this.#terms = terms;
  }

  /** @throws if the target cannot be opened */
  async take(
    { requirement, why, unselected, only }: PlannedRow<R>,
    lane?: number,
  ): Promise<JudgedRow<Extras>> {
    const { pins, waivers } = this.#terms;
    if (why !== undefined) return { judgement: resultWithoutVerdict(requirement, why, pins) };
    this.#opening ??= this.#open();
    const target = await this.#opening;
    const { refusal } = target;
    if (refusal !== undefined) return { refusal, counts: { ...target.counts }, ...waited(target) };
    const judged = await this.#pending(target.judge(requirement, only, lane));
    const judgement = applyWaivers(judged, waivers);
    const { counts, returned, noticed, sighting, extras } = target;
    const progress = { counts: { ...counts }, returned, noticed, sighting };
    return {
      judgement,
      unselected,
      ...progress,
      ...(extras !== undefined && { extras }),
      ...waited(target),
    };
  }

  /**
   * Opens a further lane. Returns whether it can judge.
   * @throws if the target cannot be opened
   */
  async join(lane: number): Promise<boolean> {
    this.#opening ??= this.#open();
    const target = await this.#opening;
    return target.refusal === undefined && (await target.join?.(lane)) === true;
  }

  /** Judges a row again, by what other lanes have found after its check. Undefined: nothing breaks it. */
  async takeBroken({ requirement, unselected }: PlannedRow<R>): Promise<JudgedRow<Extras> | undefined> {
    const { waivers } = this.#terms;
    const judged = await (await this.#opening)?.judgeBroken?.(requirement);
    return judged && { judgement: applyWaivers(judged, waivers), unselected };
  }

  /** Resolves when no request is open. */
  async close(): Promise<void> {
    const target = await this.#opening?.catch(() => undefined);
    await target?.close();
    await Promise.allSettled(this.#judging);
  }

  async #pending(judging: Promise<Judgement>): Promise<Judgement> {
    this.#judging.add(judging);
    return judging.finally(() => this.#judging.delete(judging));
  }
}

function waited({ waiting }: Pick<JudgedTarget<never>, "waiting">): Pick<JudgedRow, "waiting"> {
  return waiting === undefined ? {} : { waiting };
}
