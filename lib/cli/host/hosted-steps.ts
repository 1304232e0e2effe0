import type { AnyRequirement } from "../../engine/requirement/catalogue.ts";
import type { PlannedRow } from "../../engine/plan/plan.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import type { JudgedRow, Steps } from "../../engine/run/steps.ts";
import { Tally } from "../../engine/run/tally.ts";

/** The rows of a plan, decided in its order, for tests that ask for them in any order. */
export class HostedSteps<R extends AnyRequirement, Extras = unknown> {
  readonly #rows: readonly PlannedRow<R>[];
  readonly #steps: Steps<R, Extras>;
  readonly #foundations: readonly RequirementId[];
  readonly #taken = new Map<PlannedRow<R>, Promise<JudgedRow<Extras>>>();
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** @param foundations requirements on which others rest, the most basic one first */
  constructor(
    rows: readonly PlannedRow<R>[],
    steps: Steps<R, Extras>,
    foundations: readonly RequirementId[],
  ) {
    this.#rows = rows;
    this.#steps = steps;
    this.#foundations = foundations;
  }

  /**
   * Judges a row. The first call puts all selected rows in line, in the order of the plan: rules come last.
   * @param selected ids of the tests that the runner will run
   */
  async take(row: PlannedRow<R>, selected: ReadonlySet<string>): Promise<JudgedRow<Extras>> {
    if (this.#taken.size === 0)
      for (const one of this.#rows) if (selected.has(one.requirement.id)) this.#enqueue(one);
    return this.#taken.get(row) ?? this.#steps.take(row);
  }

  /**
   * Decides the rows in line, and returns a row as the end of the run settles it: with the failures that explain it.
   */
  async settled(row: PlannedRow<R>): Promise<JudgedRow<Extras>> {
    const tally = new Tally<Extras>([], { text: (text) => text }, this.#foundations);
    for (const taken of this.#taken.values()) {
      const step = await taken.catch(() => undefined);
      if (step !== undefined) tally.take(step);
    }
    tally.settle();
    const judgement = tally.judgements.find(({ requirement }) => requirement === row.requirement.id);
    const step = await (this.#taken.get(row) ?? this.#steps.take(row));
    return judgement === undefined ? step : { ...step, judgement };
  }

  /** Judges no more rows, and resolves when no request is on its way. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#steps.close();
  }

  /** Keeps what becomes of a row for the test that asks; until then a failure is no stray one. */
  #enqueue(row: PlannedRow<R>): void {
    const step = this.#last.then(async () => {
      if (this.#isClosed) throw new Error(`Cannot judge ${row.requirement.id}: the tests have ended`);
      return this.#steps.take(row);
    });
    this.#last = step.catch(() => undefined);
    this.#taken.set(row, step);
  }
}
