import type { AnyRequirement } from "../../engine/catalogue.ts";
import type { PlannedRow } from "../../engine/plan.ts";
import type { RequirementId } from "../../engine/requirement.ts";
import type { JudgedRow, Steps } from "../../engine/steps.ts";
import { Tally } from "../../engine/tally.ts";

/** The rows of a plan, judged in order, for tests that ask for them one by one. */
export class HostedSteps<R extends AnyRequirement, Extras = unknown> {
  readonly #rows: readonly PlannedRow<R>[];
  readonly #steps: Pick<Steps<R, Extras>, "take">;
  readonly #foundations: readonly RequirementId[];
  readonly #taken = new Map<PlannedRow<R>, Promise<JudgedRow<Extras>>>();
  #last: Promise<unknown> = Promise.resolve();

  /** @param foundations requirements on which others rest, the most basic one first */
  constructor(
    rows: readonly PlannedRow<R>[],
    steps: Pick<Steps<R, Extras>, "take">,
    foundations: readonly RequirementId[],
  ) {
    this.#rows = rows;
    this.#steps = steps;
    this.#foundations = foundations;
  }

  /** Judges a row, each row once. */
  async take(row: PlannedRow<R>): Promise<JudgedRow<Extras>> {
    const known = this.#taken.get(row);
    if (known !== undefined) return known;
    const step = this.#last.then(async () => this.#steps.take(row));
    this.#last = step.catch(() => undefined);
    this.#taken.set(row, step);
    return step;
  }

  /** Judges the rows that are left, and returns a row as the end of the run settles it: a waived root waives what follows from it. */
  async settled(row: PlannedRow<R>): Promise<JudgedRow<Extras>> {
    const tally = new Tally<Extras>([], { text: (text) => text }, this.#foundations);
    for (const one of this.#rows) {
      const step = await this.take(one).catch(() => undefined);
      if (step !== undefined) tally.take(step);
    }
    tally.settle();
    const judgement = tally.judgements.find(({ requirement }) => requirement === row.requirement.id);
    const step = await this.take(row);
    return judgement === undefined ? step : { ...step, judgement };
  }
}
