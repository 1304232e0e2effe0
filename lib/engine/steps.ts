import { applyWaivers } from "./apply-waivers.ts";

import type { AnyRequirement } from "./catalogue.ts";
import type { PlannedRow } from "./plan.ts";
import type { GeneratedCase, Judgement, RequestCounts, RunWaiting, RunWarning } from "./result.ts";
import { unjudged } from "./unjudged.ts";
import type { Waiver } from "./waiver.ts";

/** A target being judged, as far as the loop of a run knows it. */
export interface JudgedTarget<R, Extras = unknown> {
  /** @param only by this generated case alone */
  judge(requirement: R, only?: GeneratedCase): Promise<Judgement>;
  readonly counts: Readonly<RequestCounts>;
  /** The optional fields that the target has returned so far. */
  readonly returned: readonly string[];
  /** What it did by itself so far, that people must know to read the judgements. */
  readonly noticed: readonly RunWarning[];
  /** How long the run has waited so far, by reason. */
  readonly waiting?: readonly RunWaiting[];
  /** Another client that was seen beyond doubt so far. */
  readonly sighting?: string | undefined;
  /** What the areas add to the result. Plain data; the engine does not look at it. */
  readonly extras?: Extras;
  /** Why nothing is to be judged: no valid request is accepted. */
  readonly refusal?: TargetRefusal | undefined;
  close(): Promise<void>;
}

/** Why no valid request is accepted, and what to look at. */
export interface TargetRefusal {
  readonly code: string;
  readonly reason: string;
}

/** What became of one row of a plan, and how far the run is. Plain data: it crosses threads. */
export interface JudgedRow<Extras = unknown> {
  /** Absent where the target accepts no valid request. */
  readonly judgement?: Judgement;
  /** Not selected: it speaks only when something is wrong. */
  readonly unselected?: boolean;
  /** Requests of the whole run up to here. */
  readonly counts?: RequestCounts;
  /** The optional fields that the target has returned in the run up to here. */
  readonly returned?: readonly string[];
  /** What the target did by itself in the run up to here. */
  readonly noticed?: readonly RunWarning[];
  /** How long the run has waited up to here, by reason. */
  readonly waiting?: readonly RunWaiting[];
  /** Another client that was seen beyond doubt in the run up to here. */
  readonly sighting?: string | undefined;
  /** What the areas add to the result. Plain data; the engine does not look at it. */
  readonly extras?: Extras;
  readonly refusal?: TargetRefusal;
}

/** What the profile says about results. */
export interface StepTerms {
  readonly pins: Readonly<Record<string, unknown>>;
  /** Those in force. */
  readonly waivers: readonly Waiver[];
}

/** Judges the rows of a plan one by one, at a target that is opened for the first row that asks. */
export class Steps<R extends AnyRequirement, Extras = unknown> {
  readonly #open: () => Promise<JudgedTarget<R, Extras>>;
  readonly #terms: StepTerms;
  #opening: Promise<JudgedTarget<R, Extras>> | undefined;
  #judging: Promise<Judgement> | undefined;

  constructor(open: () => Promise<JudgedTarget<R, Extras>>, terms: StepTerms) {
    this.#open = open;
    this.#terms = terms;
  }

  /** @throws when the target cannot be opened. */
  async take({ requirement, why, unselected, only }: PlannedRow<R>): Promise<JudgedRow<Extras>> {
    const { pins, waivers } = this.#terms;
    if (why !== undefined) return { judgement: unjudged(requirement, why, pins) };
    this.#opening ??= this.#open();
    const target = await this.#opening;
    const { refusal } = target;
    if (refusal !== undefined) return { refusal, counts: { ...target.counts }, ...waited(target) };
    this.#judging = target.judge(requirement, only);
    const judgement = applyWaivers(await this.#judging, waivers);
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

  /** Resolves when no request is on its way any more. */
  async close(): Promise<void> {
    const target = await this.#opening?.catch(() => undefined);
    await target?.close();
    await this.#judging?.catch(() => undefined);
  }
}

function waited({ waiting }: Pick<JudgedTarget<never>, "waiting">): Pick<JudgedRow, "waiting"> {
  return waiting === undefined ? {} : { waiting };
}
