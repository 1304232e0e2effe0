import type { Answer } from "../../answer.ts";
import { signOf } from "./sign-of.ts";

/** Refusals of valid requests that no pause has helped against, of any merchant: a cap may count them all together. */
export class LastingRefusals {
  readonly #reasons = new Map<string, string>();
  readonly #fromTheFirst = new Set<string>();

  /** Notes a refusal of which nobody knows that ones like it were accepted before: no cap begins so. */
  noteFirst(refused: Answer): void {
    this.#fromTheFirst.add(keyOf(refused));
  }

  /** @param why nothing of such requests is decided any more */
  note(refused: Answer, why: string): void {
    const key = keyOf(refused);
    if (!this.#fromTheFirst.has(key)) this.#reasons.set(key, why);
  }

  /** Why nothing is decided of an operation that is refused so; undefined: none was, to the end. */
  reasonFor(refused: Answer): string | undefined {
    return this.#reasons.get(keyOf(refused));
  }
}

function keyOf(answer: Answer): string {
  return `${answer.draft.label} ${signOf(answer)}`;
}
