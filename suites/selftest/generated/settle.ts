import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod";

/** The outcome of a mutant. */
export type Fate =
  | { readonly kind: "killed"; readonly by: string; readonly verdict: string }
  | { readonly kind: "endless" }
  | { readonly kind: "not-reached" }
  | Survived;

interface Survived {
  readonly kind: "survived";
  /** Checks that came to no judgement, which the reference itself passes. */
  readonly undecided: readonly string[];
  /** Whether any answer of a run differs from the reference's own. */
  readonly differs: boolean;
}

const PATH = fileURLToPath(new URL("survivors.yaml", import.meta.url));

/**
 * `equivalent`: no answer differs, and none can. `unspecified`: answers differ in what the document leaves open.
 * `undecided`: checks come to no judgement, so that no run is conformant. `unreached`: nothing runs the code.
 * `hole`: a wrong server that passes.
 */
const survivorClass = z.enum(["equivalent", "unspecified", "undecided", "unreached", "hole"]);
type SurvivorClass = z.output<typeof survivorClass>;

const schema = z.array(
  z.strictObject({
    class: survivorClass,
    reason: z.string().min(1),
    mutants: z.array(z.string()).min(1),
  }),
);

/** A classified survivor. */
interface Classified {
  readonly name: string;
  readonly class: SurvivorClass;
}

/** @throws when the text is not what it should be, or classifies a mutant twice. */
export function readSurvivors(text = readFileSync(PATH, "utf8")): Classified[] {
  const groups = schema.parse(parse(text) ?? []);
  const classified = groups.flatMap((group) => group.mutants.map((name) => ({ name, class: group.class })));
  const twice = classified.find(
    ({ name }, index) => classified.findIndex((one) => one.name === name) < index,
  );
  if (twice !== undefined) throw new Error(`Cannot classify "${twice.name}": it is classified twice`);
  return classified;
}

interface Settlement {
  readonly counts: {
    readonly mutants: number;
    readonly killed: number;
    readonly timedOut: number;
    readonly notReached: number;
    readonly survivors: Readonly<Record<Exclude<SurvivorClass, "unreached">, number>>;
  };
  /** Problems to mend, one sentence for each mutant. */
  readonly problems: readonly string[];
}

interface Unsettled {
  /** Of all mutants that are looked at. */
  readonly names: readonly string[];
  /** By name, of those that were judged; of the others what is written down stands. */
  readonly fates: ReadonlyMap<string, Fate>;
  readonly classified: readonly Classified[];
  /** False: only some of the mutants were looked at, so that what is missing says nothing. */
  readonly complete: boolean;
}

/** Compares what became of the mutants with how those that live are classified. */
export function settle({ names, fates, classified, complete }: Unsettled): Settlement {
  const classOf = new Map(classified.map((one) => [one.name, one.class]));
  const existing = new Set(names);
  const kindOf = (name: string): Fate["kind"] =>
    fates.get(name)?.kind ?? (classOf.get(name) === "unreached" ? "not-reached" : "survived");
  const numberOf = (kind: Fate["kind"]) => names.filter((name) => kindOf(name) === kind).length;
  const numberIn = (wanted: SurvivorClass) =>
    names.filter((name) => kindOf(name) === "survived" && classOf.get(name) === wanted).length;
  return {
    counts: {
      mutants: names.length,
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
      ...classified.filter(({ name }) => complete && !existing.has(name)).map(({ name }) => gone(name)),
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
