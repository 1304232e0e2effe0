import { type Answer } from "../../exchange/answer.ts";
import { configurationIn, CONFIGURATION_FIELDS } from "../../merchant/configuration.ts";
import { fieldOf } from "../../json/json-object.ts";

const ENVELOPE_FIELDS = ["code", "msg", "message"] as const;

/** Which of the optional fields the answers of a run have shown; null counts as absent. */
export class ReturnedFields {
  readonly #names = new Set<string>();
  #configurations = 0;

  /** In the order in which they were first seen. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  note(answer: Answer): void {
    const { envelope, draft } = answer;
    if (envelope === undefined) return;
    for (const field of ENVELOPE_FIELDS) if (fieldOf(envelope, field) !== undefined) this.#names.add(field);
    const configuration = draft.label === "query" ? configurationIn(answer) : undefined;
    if (configuration === undefined) return;
    this.#configurations += 1;
    for (const field of CONFIGURATION_FIELDS) if (configuration[field] !== undefined) this.#names.add(field);
  }

  /** Whether a field was left out of every answer that could have had it. */
  never(field: string): boolean {
    return this.#configurations > 0 && !this.#names.has(field);
  }
}
