import { ACKNOWLEDGED, type AnswerPlan, type AnswerStep } from "./answer-plan.ts";
import type { Arrival, Received, StrayRequest } from "./arrival.ts";
import { MemoryBudget, costOf } from "./memory-budget.ts";
import type { Echo } from "./echo.ts";
import type { Receiver } from "./receiver.ts";
import { handshakeAnswer, isOnlyHandshake } from "./handshake.ts";

/** A callback URL is shorter in every escaped form. Tokens are searched for only up to here. */
const MAX_SEARCHED_CHARS = 4_096;

/** The answers to requests with a token. */
interface PlannedAnswers {
  readonly next: () => AnswerStep;
  /** Deliveries are expected, and verifications no longer. */
  readonly isExpected: boolean;
}

interface Plan {
  readonly steps: AnswerPlan;
  given: number;
}

/** The planned answers by token. The time of a search does not depend on the number of tokens. */
class Plans {
  readonly #plans = new Map<string, Plan>();
  readonly #expected = new Set<string>();
  readonly #lengths = new Set<number>();

  set(token: string, steps: AnswerPlan): void {
    const folded = token.toLowerCase();
    this.#plans.set(folded, { steps, given: 0 });
    this.#lengths.add(folded.length);
  }

  /** From now on, deliveries are expected at the URL with a token. */
  expect(token: string): void {
    this.#expected.add(token.toLowerCase());
  }

  /** The plan of the first token in a path or query, in any letter case. */
  find(target: string): PlannedAnswers | undefined {
    const token = this.#tokenIn(target.slice(0, MAX_SEARCHED_CHARS).toLowerCase());
    const plan = token === undefined ? undefined : this.#plans.get(token);
    if (token === undefined || plan === undefined) return undefined;
    return { next: () => nextOf(plan), isExpected: this.#expected.has(token) };
  }

  #tokenIn(folded: string): string | undefined {
    for (const length of this.#lengths) {
      for (let start = 0; start + length <= folded.length; start += 1) {
        const token = folded.slice(start, start + length);
        if (this.#plans.has(token)) return token;
      }
    }
    return undefined;
  }
}

function nextOf(plan: Plan): AnswerStep {
  const step = plan.steps[Math.min(plan.given, plan.steps.length - 1)] ?? plan.steps[0];
  plan.given += 1;
  return step;
}

const MAX_BYTES = 64 * 1024 * 1024;
const UNANSWERED: AnswerStep = { status: 500, ending: "close" };
/** A run sends one for each registration, all alike. */
const MAX_HANDSHAKES = 20;
/** The desk knows only the answer of a longer one. */
const MAX_HANDSHAKE_BYTES = 16 * 1024;
const MAX_STRAYS = 100;
const EVENT_NAME = /card\.(?:transaction|status|3ds-challenge)/;

export interface DeskOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number;
  /** A part of every URL of the run, in lower case. Default: every request is of the run. */
  readonly own?: string;
  /** The answer to a request without a plan. Default: 200 and `{}`. */
  readonly acknowledge?: AnswerStep;
  /** Forms of handshakes. Default: all known forms. */
  readonly echo?: Echo;
  /** Memory limit. Default: 64 MiB. */
  readonly budget?: MemoryBudget;
}

/** Records every request of a run, and decides its answer. */
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

  /** All requests of the run except handshakes, in their order. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  get handshakes(): readonly Arrival[] {
    return this.#handshakes;
  }

  /** The last requests without a part of a URL of the run. */
  get strays(): readonly StrayRequest[] {
    return this.#strays;
  }

  /** Whether requests came beyond the memory limit. They were answered, but are not among the arrivals. */
  get isFull(): boolean {
    return this.#budget.isFull;
  }

  /**
   * Plans the answers to requests whose path or query contains the token.
   * @param token letters and digits; found in any letter case, so that a changed URL still matches
   */
  plan(token: string, steps: AnswerPlan): void {
    this.#plans.set(token, steps);
  }

  /** From now on, a POST with the token is a delivery, even if its body contains a challenge. */
  expect(token: string): void {
    this.#plans.expect(token);
  }

  /** Whether a request contains a part of a URL of the run. */
  owns(target: string): boolean {
    const { own = "" } = this.#options;
    return target.toLowerCase().includes(own) || this.#plans.find(target) !== undefined;
  }

  /** Whether a request is of the run, and there is room for it. */
  keeps(target: string): boolean {
    return !this.isFull && this.owns(target);
  }

  /** Keeps a request, and returns its answer. */
  receive(request: Received): AnswerStep {
    if (!this.owns(request.target)) return this.stray(request);
    const { echo, acknowledge = ACKNOWLEDGED } = this.#options;
    const plan = this.#plans.find(request.target);
    const greeted = handshakeAnswer(request, echo);
    const mayBeDelivery = plan?.isExpected === true && !isOnlyHandshake(request, echo);
    if (greeted !== undefined && !mayBeDelivery) return this.#greet(request, greeted);
    const step = request.isUnfinished === true ? UNANSWERED : (plan?.next() ?? acknowledge);
    const answer = withEcho(step, greeted);
    if (this.#budget.takeRequest(request))
      this.#arrivals.push({ ...this.#noted(request, answer), number: this.#arrivals.length + 1 });
    return answer;
  }

  /** Notes the request, and returns its answer. */
  stray(request: Pick<Received, "method" | "target" | "body">): AnswerStep {
    const { method } = request;
    const isEvent = isEventAtRoot(request);
    this.#strays.push({ method, at: this.#options.now(), ...(isEvent && { isEventAtRoot: true as const }) });
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

/** Whether a request may be an event without path and query of its callback URL. */
function isEventAtRoot({ target, body }: Pick<Received, "target" | "body">): boolean {
  return target === "/" && EVENT_NAME.test(Buffer.from(body).toString("latin1"));
}

/** A late verification finds its challenge in an answer without other content. */
function withEcho(step: AnswerStep, greeted: AnswerStep | undefined): AnswerStep {
  const isEmpty = step.status === ACKNOWLEDGED.status && step.body === ACKNOWLEDGED.body;
  if (greeted === undefined || !isEmpty || step.ending !== undefined) return step;
  return { ...step, ...greeted, headers: { ...step.headers, ...greeted.headers } };
}

/** The connection of senders to a receiver. */
export type Counter = Pick<Receiver, "url" | "endsTls" | "isSelfSigned" | "brokenOff" | "lapses" | "close">;

/** A receiver in this process, whose requests reach its desk directly. */
export function atDesk(desk: Desk, counter: Counter): Receiver {
  return {
    ...counter,
    arrivals: desk.arrivals,
    handshakes: desk.handshakes,
    strays: desk.strays,
    isFull: () => desk.isFull,
    plan: async (token, steps) => desk.plan(token, steps),
    expect: async (token) => desk.expect(token),
    catchUp: async () => undefined,
    prove: async () => undefined,
  };
}
