import { OPERATIONS } from "../../draft.ts";
import { hasConfiguration } from "../configuration.ts";
import { fieldOf } from "../../finding.ts";
import type { Sighting } from "./sighting.ts";

/** What happened to one merchant's configuration between two answers that show it. */
export type Passage =
  | { readonly kind: "first register" | "register again" | "register on disabled"; readonly status: number }
  | {
      readonly kind: "second disable" | "query of nothing" | "disable of nothing";
      readonly sighting: Sighting;
    };

/** The passages of every merchant in a run, in the order of their answers. */
export function passages(sightings: readonly Sighting[]): Passage[] {
  const callers = Map.groupBy(sightings, ({ caller }) => caller);
  return [...callers.values()].flatMap((own) => {
    const walk = new Walk();
    for (const sighting of own) walk.take(sighting);
    return walk.found;
  });
}

type Standing = "unknown" | "nothing" | "enabled" | "disabled" | "unclear";

/** Follows one merchant's configuration through its answers, as far as they tell. */
class Walk {
  readonly found: Passage[] = [];
  #standing: Standing = "unknown";
  /** What stood before the only step since. */
  #before: Standing | undefined;

  take(sighting: Sighting): void {
    if (sighting.overlaps || !isOperation(sighting.label)) this.#lose();
    else if (sighting.label === "query") this.#query(sighting);
    else if (sighting.label === "register") this.#register(sighting);
    else this.#disable(sighting);
  }

  #query(sighting: Sighting): void {
    const { succeeded, configuration, expects } = sighting;
    if (expects !== "success" && expects !== "open") return;
    const shown = succeeded && hasConfiguration(configuration);
    if (!shown) {
      if (this.#standing === "unknown") this.#standing = "nothing";
      if (this.#standing === "nothing") this.found.push({ kind: "query of nothing", sighting });
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

  #register({ succeeded, expects }: Sighting): void {
    if (!succeeded && expects.startsWith("refused")) return;
    const before = this.#standing;
    this.#lose();
    if (succeeded) this.#before = before;
  }

  #disable(sighting: Sighting): void {
    const { succeeded, expects } = sighting;
    if (!succeeded && expects.startsWith("refused")) return;
    if (this.#standing === "nothing") this.found.push({ kind: "disable of nothing", sighting });
    else if (this.#standing === "disabled") this.found.push({ kind: "second disable", sighting });
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
