import type { Fate, Survived } from "./fate.ts";
import type { Classified, SurvivorClass } from "./survivors.ts";

export interface Settlement {
  readonly counts: {
    readonly mutants: number;
    readonly killed: number;
    readonly timedOut: number;
    readonly notReached: number;
    readonly survivors: Readonly<Record<SurvivorClass, number>>;
  };
  /** What must be put right, one sentence for each mutant. */
  readonly problems: readonly string[];
}

/**
 * Compares what became of the mutants with how survivors are classified.
 *
 * @param fates by the mutants' names.
 * @param complete false: only some of the mutants were judged, so that what is missing says nothing.
 */
export function settle(
  fates: ReadonlyMap<string, Fate>,
  classified: readonly Classified[],
  complete: boolean,
): Settlement {
  const classOf = new Map(classified.map((one) => [one.name, one.class]));
  const survivors = [...fates].flatMap(([name, fate]) => (fate.kind === "survived" ? [{ name, fate }] : []));
  const numberOf = (kind: Fate["kind"]) => [...fates.values()].filter((fate) => fate.kind === kind).length;
  const numberIn = (wanted: SurvivorClass) =>
    survivors.filter(({ name }) => classOf.get(name) === wanted).length;
  return {
    counts: {
      mutants: fates.size,
      killed: numberOf("killed"),
      timedOut: numberOf("endless"),
      notReached: numberOf("not-reached"),
      survivors: {
        equivalent: numberIn("equivalent"),
        unspecified: numberIn("unspecified"),
        undecided: numberIn("undecided"),
        hole: numberIn("hole"),
      },
    },
    problems: [
      ...survivors.flatMap(({ name, fate }) => disagreement(name, fate, classOf.get(name)) ?? []),
      ...classified.flatMap(({ name }) => staleness(name, fates.get(name), complete) ?? []),
    ],
  };
}

function disagreement(name: string, fate: Survived, found: SurvivorClass | undefined): string | undefined {
  const { undecided, differs } = fate;
  if (found === undefined) {
    const left = undecided.length === 0 ? "" : `, and ${undecided.join(", ")} came to no judgement`;
    return `not classified: ${name} (${differs ? "some answers differ" : "no answer differs"}${left})`;
  }
  if (found === "equivalent" && differs) return `not equivalent, some answers differ: ${name}`;
  if (found !== "undecided" && undecided.length > 0)
    return `undecided, ${undecided.join(", ")} came to no judgement: ${name}`;
  return undefined;
}

function staleness(name: string, fate: Fate | undefined, complete: boolean): string | undefined {
  if (fate === undefined) return complete ? `stale, there is no such mutant: ${name}` : undefined;
  if (fate.kind === "survived") return undefined;
  return `stale, ${fate.kind === "killed" ? `killed by ${fate.by}` : fate.kind}: ${name}`;
}
