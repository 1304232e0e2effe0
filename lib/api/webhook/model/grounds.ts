import type { RecordedExchange } from "../../../engine/result.ts";
import type { Step } from "./known.ts";

/** The exchanges by which a merchant's configuration is known: what is expected of the next answer rests on them. */
export class Grounds {
  #reading: RecordedExchange | undefined;
  #disable: RecordedExchange | undefined;
  /** The last one of each kind since the reading. */
  readonly #steps = new Map<"register" | "disable" | "refusal", RecordedExchange>();

  /** In the order in which they were sent. */
  get exchanges(): readonly RecordedExchange[] {
    const known = [this.#disable, this.#reading, ...this.#steps.values()];
    return [...new Set(known)]
      .filter((exchange) => exchange !== undefined)
      .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt));
  }

  /** The configuration was read; what was done before is in it, but for a disable, which lasts. */
  read(exchange: RecordedExchange): void {
    this.#reading = exchange;
    this.#steps.clear();
  }

  took(step: Step, exchange: RecordedExchange): void {
    if (step === "other") return;
    if (step === "register") this.#disable = undefined;
    if (step === "disable") this.#disable = exchange;
    const kind = step === "register" || step === "disable" ? step : "refusal";
    this.#steps.delete(kind);
    this.#steps.set(kind, exchange);
  }

  forget(): void {
    this.#reading = undefined;
    this.#disable = undefined;
    this.#steps.clear();
  }
}
