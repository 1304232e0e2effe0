import type { AnswerPlan, AnswerStep } from "./answer-plan.ts";

/** A callback URL is shorter in every escaped form. Tokens are searched for only up to here. */
const MAX_SEARCHED_CHARS = 4_096;

/** The answers to requests with a token. */
export interface PlannedAnswers {
  /** The answer to the next request. */
  readonly next: () => AnswerStep;
  /** Deliveries are expected, and verifications no longer. */
  readonly isExpected: boolean;
}

interface Plan {
  readonly steps: AnswerPlan;
  given: number;
}

/** The planned answers by token. The time of a search does not depend on the number of tokens. */
export class Plans {
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
