import { ACKNOWLEDGED, type AnswerPlan, type AnswerStep } from "./answer-plan.ts";
import type { Arrival, Received } from "./arrival.ts";
import { MemoryBudget, costOf } from "./memory-budget.ts";
import type { Echo } from "./echo.ts";
import { handshake, isOnlyHandshake } from "./handshake.ts";
import { Plans } from "./plans.ts";
import type { StrayRequest } from "./stray-request.ts";

const MAX_BYTES = 64 * 1024 * 1024;
/** There is one for each registration of a run, all alike. */
const MAX_HANDSHAKES = 20;
/** Of a longer one it is only known how it was answered. */
const MAX_HANDSHAKE_BYTES = 16 * 1024;
const MAX_STRAYS = 100;

export interface DeskOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly ticks: () => number;
  /** Stands in every URL of the run, in lower case. Default: every request is of the run. */
  readonly own?: string;
  /** What a request without a plan is answered. Default: 200 and `{}`. */
  readonly acknowledge?: AnswerStep;
  /** Which requests are handshakes; by default those of every known form. */
  readonly echo?: Echo;
  /** How much is kept. Default: 64 MiB. */
  readonly budget?: MemoryBudget;
}

/** Writes down every request of a run that comes in, and says what it is answered. */
export class Desk {
  readonly #options: DeskOptions;
  readonly #plans = new Plans();
  readonly #budget: MemoryBudget;
  readonly #arrivals: Arrival[] = [];
  readonly #handshakes: Arrival[] = [];
  readonly #strays: StrayRequest[] = [];
  #greeted = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
    this.#budget = options.budget ?? new MemoryBudget(MAX_BYTES);
  }

  /** Everything of the run that came but handshakes, in its order. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  /** The last handshakes. */
  get handshakes(): readonly Arrival[] {
    return this.#handshakes;
  }

  /** The last requests that bear no part of a URL of the run. */
  get strays(): readonly StrayRequest[] {
    return this.#strays;
  }

  /** Whether more has come than is kept: it was answered, and is not among the arrivals. */
  get isFull(): boolean {
    return this.#budget.isFull;
  }

  /**
   * From now on, requests whose path or query holds the token are answered by this plan, from its beginning.
   * @param token letters and digits; found in any letter case, so that a URL that was changed on its way has it still
   */
  plan(token: string, steps: AnswerPlan): void {
    this.#plans.set(token, steps);
  }

  /** From now on, a POST that bears the token is a delivery, also where its body holds a challenge. */
  expect(token: string): void {
    this.#plans.expect(token);
  }

  /** Whether a request bears a part of a URL of the run. */
  owns(target: string): boolean {
    const { own = "" } = this.#options;
    return target.toLowerCase().includes(own) || this.#plans.find(target) !== undefined;
  }

  /** Whether a request is of the run, and there is room for it. */
  keeps(target: string): boolean {
    return !this.isFull && this.owns(target);
  }

  /** Keeps a request, and says what it is answered. */
  receive(request: Received): AnswerStep {
    if (!this.owns(request.target)) return this.stray(request);
    const { echo, acknowledge = ACKNOWLEDGED } = this.#options;
    const plan = this.#plans.find(request.target);
    const greeted = handshake(request, echo);
    const mayBeDelivery = plan?.isExpected === true && !isOnlyHandshake(request, echo);
    if (greeted !== undefined && !mayBeDelivery) return this.#greet(request, greeted);
    const answer = withEcho(plan?.next() ?? acknowledge, greeted);
    if (this.#budget.takeRequest(request))
      this.#arrivals.push({ ...this.#noted(request, answer), number: this.#arrivals.length + 1 });
    return answer;
  }

  /** Notes that a request came, and says what it is answered. */
  stray({ method }: Pick<Received, "method">): AnswerStep {
    this.#strays.push({ method, at: this.#options.now() });
    this.#strays.splice(0, this.#strays.length - MAX_STRAYS);
    return this.#options.acknowledge ?? ACKNOWLEDGED;
  }

  #greet(request: Received, answer: AnswerStep): AnswerStep {
    this.#greeted += 1;
    const isLong = costOf(request) > MAX_HANDSHAKE_BYTES;
    const kept = isLong
      ? { ...request, target: "", headers: [], body: new Uint8Array(), isCut: true }
      : request;
    this.#handshakes.push({ ...this.#noted(kept, answer), number: this.#greeted });
    this.#handshakes.splice(0, this.#handshakes.length - MAX_HANDSHAKES);
    return answer;
  }

  #noted(request: Received, answer: AnswerStep): Omit<Arrival, "number"> {
    return { ...request, at: this.#options.now(), ticks: this.#options.ticks(), answer };
  }
}

/** A verification that comes late finds its challenge in an answer that says nothing else. */
function withEcho(step: AnswerStep, greeted: AnswerStep | undefined): AnswerStep {
  const isEmpty = step.status === ACKNOWLEDGED.status && step.body === ACKNOWLEDGED.body;
  if (greeted === undefined || !isEmpty || step.ending !== undefined) return step;
  return { ...step, ...greeted, headers: { ...step.headers, ...greeted.headers } };
}
