import { ACKNOWLEDGED, type AnswerPlan, type AnswerStep } from "./answer-plan.ts";
import type { Arrival, Received } from "./arrival.ts";
import type { Echo } from "./echo.ts";
import { handshake } from "./handshake.ts";

const MAX_ARRIVALS = 10_000;
/** There is one for each registration of a run, all alike. */
const MAX_HANDSHAKES = 20;

interface Planned {
  readonly steps: AnswerPlan;
  given: number;
}

export interface DeskOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly ticks: () => number;
  /** What a request without a plan is answered. Default: 200 and `{}`. */
  readonly acknowledge?: AnswerStep;
  /** Which requests are handshakes; by default those of every known form. */
  readonly echo?: Echo;
}

/** Writes down every request that comes in, known or not, and says what it is answered. */
export class Desk {
  readonly #options: DeskOptions;
  readonly #plans = new Map<string, Planned>();
  readonly #arrivals: Arrival[] = [];
  readonly #handshakes: Arrival[] = [];
  #greeted = 0;

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  /** Everything that came but handshakes, in its order; what comes after the first 10,000 is answered and not kept. */
  get arrivals(): readonly Arrival[] {
    return this.#arrivals;
  }

  /** The last handshakes. */
  get handshakes(): readonly Arrival[] {
    return this.#handshakes;
  }

  /**
   * From now on, requests whose path or query holds the token are answered by this plan, from its beginning.
   * @param token letters and digits; found in any letter case, so that a URL that was changed on its way has it still
   */
  plan(token: string, steps: AnswerPlan): void {
    this.#plans.set(token.toLowerCase(), { steps, given: 0 });
  }

  /** Keeps a request, and says what it is answered. */
  receive(request: Received): AnswerStep {
    const { now, ticks, echo, acknowledge = ACKNOWLEDGED } = this.#options;
    const greeted = handshake(request, echo);
    const answer = greeted ?? this.#planned(request.target) ?? acknowledge;
    const arrival = { ...request, at: now(), ticks: ticks(), answer };
    if (greeted !== undefined) this.#greet(arrival);
    else if (this.#arrivals.length < MAX_ARRIVALS)
      this.#arrivals.push({ ...arrival, number: this.#arrivals.length + 1 });
    return answer;
  }

  #greet(arrival: Omit<Arrival, "number">): void {
    this.#greeted += 1;
    this.#handshakes.push({ ...arrival, number: this.#greeted });
    this.#handshakes.splice(0, this.#handshakes.length - MAX_HANDSHAKES);
  }

  #planned(target: string): AnswerStep | undefined {
    const folded = target.toLowerCase();
    for (const [token, planned] of this.#plans) {
      if (!folded.includes(token)) continue;
      const step = planned.steps[Math.min(planned.given, planned.steps.length - 1)];
      planned.given += 1;
      return step;
    }
    return undefined;
  }
}
