import { OPERATIONS } from "../../request/draft.ts";
import { hasConfiguration } from "../../merchant/configuration.ts";
import { fieldOf } from "../../json/json.ts";
import type { SeenAnswer } from "./seen-answer.ts";

/** The change of one merchant's configuration between two answers that show it. */
export type Transition =
  | { readonly kind: "first register" | "register again" | "register on disabled"; readonly status: number }
  | {
      readonly kind: "second disable" | "query of nothing" | "disable of nothing";
      readonly seenAnswer: SeenAnswer;
    };

/** The transitions of every merchant in a run, in the order of their answers. */
export function transitionsIn(answers: readonly SeenAnswer[]): Transition[] {
  const callers = Map.groupBy(answers, ({ caller }) => caller);
  return [...callers.values()].flatMap((own) => {
    const walk = new Walk();
    for (const seenAnswer of own) walk.take(seenAnswer);
    return walk.found;
  });
}

type Standing = "unknown" | "nothing" | "enabled" | "disabled" | "unclear";

/** Follows one merchant's configuration through its answers. */
class Walk {
  readonly found: Transition[] = [];
  #standing: Standing = "unknown";
  /** The state before the only step since. */
  #before: Standing | undefined;

  take(seenAnswer: SeenAnswer): void {
    if (seenAnswer.overlaps || !isOperation(seenAnswer.label)) this.#lose();
    else if (seenAnswer.label === "query") this.#query(seenAnswer);
    else if (seenAnswer.label === "register") this.#register(seenAnswer);
    else this.#disable(seenAnswer);
  }

  #query(seenAnswer: SeenAnswer): void {
    const { succeeded, configuration, expects } = seenAnswer;
    if (expects !== "success" && expects !== "open") return;
    const shown = succeeded && hasConfiguration(configuration);
    if (!shown) {
      if (this.#standing === "unknown") this.#standing = "nothing";
      if (this.#standing === "nothing") this.found.push({ kind: "query of nothing", seenAnswer });
      return;
    }
    const status = fieldOf(configuration, "status");
    if (status === 0 || status === 1) this.#arrive(status);
    else if (this.#standing === "unknown" || this.#standing === "nothing") this.#standing = "unclear";
    this.#before = undefined;
  }

  #arrive(status: 0 | 1): void {
    const kind = {
      nothing: "first register",
      enabled: "register again",
      disabled: "register on disabled",
    } as const;
    const before = this.#before;
    if (before === "nothing" || before === "enabled" || before === "disabled") {
      this.found.push({ kind: kind[before], status });
    }
    this.#standing = status === 1 ? "enabled" : "disabled";
  }

  #register({ succeeded, expects }: SeenAnswer): void {
    if (!succeeded && expects.startsWith("refused")) return;
    const before = this.#standing;
    this.#lose();
    if (succeeded) this.#before = before;
  }

  #disable(seenAnswer: SeenAnswer): void {
    const { succeeded, expects } = seenAnswer;
    if (!succeeded && expects.startsWith("refused")) return;
    if (this.#standing === "nothing") this.found.push({ kind: "disable of nothing", seenAnswer });
    else if (this.#standing === "disabled") this.found.push({ kind: "second disable", seenAnswer });
    else {
      this.#lose();
      if (succeeded) this.#standing = "disabled";
    }
  }

  #lose(): void {
    this.#standing = "unclear";
    this.#before = undefined;
  }
}

function isOperation(label: string): boolean {
  return OPERATIONS.some((operation) => operation === label);
}
