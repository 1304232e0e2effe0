import { type Answer, succeeded } from "../answer.ts";
import { signOf } from "./rejection/sign-of.ts";

/** The statuses and codes of the answers of a run: those of accepted requests, and those of refusals. */
export class SuccessSigns {
  readonly #accepted = new Set<string>();
  readonly #refused = new Set<string>();

  note(answer: Answer): void {
    if (succeeded(answer)) this.#accepted.add(signOf(answer));
    else if (answer.draft.expects.startsWith("refused")) this.#refused.add(signOf(answer));
  }

  /** Whether an answer says by its status and code that the request succeeded, as no refusal of the run does, and lacks its data. */
  areOn(answer: Answer): boolean {
    if (succeeded(answer) || answer.envelope?.["code"] === undefined) return false;
    const sign = signOf(answer);
    return this.#accepted.has(sign) && !this.#refused.has(sign);
  }
}
