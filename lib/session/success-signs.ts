import { type Answer, succeeded } from "../api/exchange/answer.ts";
import { signOf } from "../api/merchant/rejection/rejection-signs.ts";

/** The statuses and codes of the answers of a run: those of accepted requests, and those of refusals. */
export class SuccessSigns {
  readonly #accepted = new Set<string>();
  readonly #refused = new Set<string>();

  note(answer: Answer): void {
    if (succeeded(answer)) this.#accepted.add(signOf(answer));
    else if (answer.draft.expects.startsWith("refused")) this.#refused.add(signOf(answer));
  }

  /** Whether a query is answered as a success by status and code, as no refusal of the run is, and lacks its data. What `data` is false for says no. */
  areOn(answer: Answer): boolean {
    if (answer.draft.label !== "query" || succeeded(answer) || answer.envelope?.["code"] === undefined)
      return false;
    const sign = signOf(answer);
    return this.#accepted.has(sign) && !this.#refused.has(sign);
  }
}
