import { applyWaivers } from "../settle/settle-waivers.ts";
import type { AnyRequirement } from "../requirement/catalogue.ts";
import type { PlannedRow } from "../plan/plan.ts";
import type {
  GeneratedCase,
  Judgement,
  RequestCounts,
  RunWaiting,
  RunWarning,
  Waiver,
} from "../record/result.ts";
import { resultWithoutVerdict } from "../plan/unjudged.ts";

/** The behaviour of a target so far. */
export interface TargetProgress<Extras = unknown> {
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
}

/** A target under test, as the loop of a run knows it. */
export interface JudgedTarget<R, Extras = unknown> extends TargetProgress<Extras> {
  /**
   * @param only only check this generated case
   * @param lane number of the lane. Default: 0, the first one
   */
  judge(requirement: R, only?: GeneratedCase, lane?: number): Promise<Judgement>;
  /** Opens a further lane. Returns whether it can judge. Default: no. */
  join?(lane: number): Promise<boolean>;
  /** Judges a requirement by the answers of the whole run alone. Undefined: none of them breaks it. */
  judgeBroken?(requirement: R): Promise<Judgement | undefined>;
  close(): Promise<void>;
}

/** The reason why no valid request is accepted, and the next step. */
export interface TargetRefusal {
  readonly code: string;
  readonly reason: string;
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
  #target: JudgedTarget<R, Extras> | undefined;
  readonly #judging = new Set<Promise<Judgement>>();

  constructor(open: () => Promise<JudgedTarget<R, Extras>>, terms: StepTerms) {
    this.#open = open;
    this.#terms = terms;
  }

  /** Undefined: it is not open yet. */
  get progress(): TargetProgress<Extras> | undefined {
    return this.#target;
  }

  /**
   * @returns undefined if the target accepts no valid request
   * @throws if the target cannot be opened
   */
  async take({ requirement, why, only }: PlannedRow<R>, lane?: number): Promise<Judgement | undefined> {
    const { pins, waivers } = this.#terms;
    if (why !== undefined) return resultWithoutVerdict(requirement, why, pins);
    const target = await this.#opened();
    if (target.refusal !== undefined) return undefined;
    const judging = target.judge(requirement, only, lane);
    this.#judging.add(judging);
    return applyWaivers(await judging.finally(() => this.#judging.delete(judging)), waivers);
  }

  /**
   * Opens a further lane. Returns whether it can judge.
   * @throws if the target cannot be opened
   */
  async join(lane: number): Promise<boolean> {
    const target = await this.#opened();
    return target.refusal === undefined && (await target.join?.(lane)) === true;
  }

  /** Judges a row again, by what other lanes have found after its check. Undefined: nothing breaks it. */
  async takeBroken({ requirement }: PlannedRow<R>): Promise<Judgement | undefined> {
    const judged = await this.#target?.judgeBroken?.(requirement);
    return judged && applyWaivers(judged, this.#terms.waivers);
  }

  /** Resolves when no request is open. */
  async close(): Promise<void> {
    const target = await this.#opening?.catch(() => undefined);
    await target?.close();
    await Promise.allSettled(this.#judging);
  }

  async #opened(): Promise<JudgedTarget<R, Extras>> {
    this.#opening ??= this.#open();
    return (this.#target = await this.#opening);
  }
}
