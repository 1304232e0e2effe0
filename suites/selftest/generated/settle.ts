import type { Fate } from "./fate.ts";
import type { Classified, SurvivorClass } from "./survivors.ts";

export interface Settlement {
  readonly counts: {
    readonly mutants: number;
    readonly killed: number;
    readonly timedOut: number;
    readonly notReached: number;
    readonly survivors: Readonly<Record<Exclude<SurvivorClass, "unreached">, number>>;
  };
  /** What must be put right, one sentence for each mutant. */
  readonly problems: readonly string[];
}

/**
 * Compares what became of the mutants with how those that live are classified.
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
  const numberOf = (kind: Fate["kind"]) => [...fates.values()].filter((fate) => fate.kind === kind).length;
  const numberIn = (wanted: SurvivorClass) =>
    [...fates].filter(([name, { kind }]) => kind === "survived" && classOf.get(name) === wanted).length;
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
      ...[...fates].flatMap(([name, fate]) => disagreement(name, fate, classOf.get(name)) ?? []),
      ...classified.filter(({ name }) => complete && !fates.has(name)).map(({ name }) => gone(name)),
    ],
  };
}

function gone(name: string): string {
  return `stale, there is no such mutant: ${name}`;
}

function disagreement(name: string, fate: Fate, found: SurvivorClass | undefined): string | undefined {
  if (fate.kind === "killed" || fate.kind === "endless") {
    const end = fate.kind === "killed" ? `killed by ${fate.by}` : "endless";
    return found === undefined ? undefined : `stale, ${end}: ${name}`;
  }
  if (fate.kind === "not-reached") {
    if (found === undefined) return `not classified: ${name} (no request reaches it)`;
    return found === "unreached" || found === "hole" ? undefined : `not ${found}, but unreached: ${name}`;
  }
  const { undecided, differs } = fate;
  const left = `${undecided.join(", ")} came to no judgement`;
  if (found === undefined) {
    const seen = differs ? "some answers differ" : "no answer differs";
    return `not classified: ${name} (${undecided.length === 0 ? seen : `${seen}, and ${left}`})`;
  }
  if (found === "unreached") return `not unreached, it survives: ${name}`;
  if (found === "equivalent" && differs) return `not equivalent, some answers differ: ${name}`;
  return found === "undecided" || undecided.length === 0 ? undefined : `not ${found}, ${left}: ${name}`;
}
