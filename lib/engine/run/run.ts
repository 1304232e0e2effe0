import type { AnyRequirement } from "../requirement/catalogue.ts";
import { divideRows, type Lanes } from "./lanes.ts";
import type { PlannedRow } from "../plan/plan.ts";
import type { Steps } from "./steps.ts";
import type { Tally } from "./tally.ts";

export interface LoopTerms<R, Extras> {
  readonly tally: Tally<Extras>;
  readonly signal?: AbortSignal;
  /** Default: each row is decided after the row before it. */
  readonly lanes?: Lanes<R>;
}

/**
 * Decides the rows of a plan, on all lanes at once, until the end or the signal. Resolves when no request is
 * open. The tally notes defects outside of the checks.
 */
export async function run<R extends AnyRequirement, Extras>(
  rows: Iterable<PlannedRow<R>>,
  steps: Steps<R, Extras>,
  { tally, signal, lanes }: LoopTerms<R, Extras>,
): Promise<void> {
  tally.follow(steps);
  const course = new Course(steps, { tally, signal });
  const stop = () => void steps.close();
  signal?.addEventListener("abort", stop);
  const order: PlannedRow<R>[] = [];
  try {
    if (lanes === undefined) await course.judge(rows[Symbol.iterator]());
    else {
      order.push(...rows);
      await judgeInLanes(order, course, lanes);
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    await steps.close();
    tally.settle(order.map(({ requirement }) => requirement.id));
  }
}

async function judgeInLanes<R extends AnyRequirement, Extras>(
  rows: readonly PlannedRow<R>[],
  course: Course<R, Extras>,
  lanes: Lanes<R>,
): Promise<void> {
  const divided = divideRows(rows, lanes);
  const ending = course.judge(divided.beside.values());
  const isShared = divided.stages.some(({ shared }) => shared.length > 0);
  const further = isShared ? await course.join(lanes.count) : [];
  const { stages } = further.length > 0 ? divided : divideRows(rows, { ...lanes, count: 1 });
  for (const { own, shared } of stages) {
    const queue = shared.values();
    const first = course.judge(own.values()).then(async () => course.judge(queue));
    await Promise.all([first, ...further.map(async (lane) => course.judge(queue, lane))]);
  }
  await ending;
  await course.joinFindings(rows);
}

/** Judges rows in turn, until the run is over. Several may go on at once. */
class Course<R extends AnyRequirement, Extras> {
  readonly #steps: Steps<R, Extras>;
  readonly #tally: Tally<Extras>;
  readonly #signal: AbortSignal | undefined;
  #isBroken = false;

  constructor(
    steps: Steps<R, Extras>,
    { tally, signal }: { readonly tally: Tally<Extras>; readonly signal: AbortSignal | undefined },
  ) {
    this.#steps = steps;
    this.#tally = tally;
    this.#signal = signal;
  }

  /** Takes rows out of a queue until it is empty. Several lanes may share a queue. */
  async judge(queue: Iterator<PlannedRow<R>, unknown>, lane = 0): Promise<void> {
    await this.#unlessBroken(async () => {
      for (let next = queue.next(); next.done !== true && !this.#isOver; next = queue.next()) {
        const row = next.value;
        if (row.why === undefined) this.#tally.start(row.requirement.id);
        const judgement = await this.#steps.take(row, lane);
        if (judgement !== undefined && this.#signal?.aborted !== true) this.#tally.take(judgement, row);
      }
    });
  }

  /** Opens the further lanes, and returns those that can judge. */
  async join(count: number): Promise<readonly number[]> {
    const joined: number[] = [];
    const others = this.#isOver ? [] : Array.from({ length: count - 1 }, (_, at) => at + 1);
    await this.#unlessBroken(async () => {
      await Promise.all(
        others.map(async (lane) => {
          if (await this.#steps.join(lane)) joined.push(lane);
        }),
      );
    });
    this.#tally.lanes = 1 + joined.length;
    return joined;
  }

  /** Joins the findings of several lanes by the worst: one lane may break what another has passed before. */
  async joinFindings(rows: readonly PlannedRow<R>[]): Promise<void> {
    if (this.#tally.lanes === 1) return;
    await this.#unlessBroken(async () => {
      for (const row of rows) {
        if (this.#isOver) return;
        const judgement = this.#tally.hasPassed(row.requirement.id)
          ? await this.#steps.takeBroken(row)
          : undefined;
        if (judgement !== undefined) this.#tally.replace(judgement, row);
      }
    });
  }

  get #isOver(): boolean {
    return this.#isBroken || this.#signal?.aborted === true || this.#tally.progress.refusal !== undefined;
  }

  /** A defect outside of the checks ends the run. */
  async #unlessBroken(part: () => Promise<void>): Promise<void> {
    try {
      await part();
    } catch (error) {
      this.#isBroken = true;
      this.#tally.broke(error);
    }
  }
}
