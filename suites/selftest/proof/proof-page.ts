import type { Part } from "./parts.ts";
import type { KillRow, SilenceRow } from "./tables.ts";

const SLOWEST_SHOWN = 10;

/** All that the selftest has shown. */
export interface Proof {
  readonly mutants: Part<"mutants">;
  readonly variants: Part<"variants">;
  readonly opinions: readonly Part<"second-opinion-signed">[];
  readonly servers: Part<"servers">["servers"];
  readonly realTime: Part<"real-time">["runs"];
  readonly generated: Part<"generated">;
  readonly matrix: readonly KillRow[];
  readonly silences: readonly SilenceRow[];
}

/** The sums of the proof, one sentence each. */
export function totals(proof: Proof): string[] {
  const { mutants, variants, opinions, servers, generated, matrix, realTime } = proof;
  const { kills } = mutants;
  const caught = kills.filter((kill) => kill.caught.includes(kill.breaks));
  const quick = caught.filter(({ depth }) => depth === "quick");
  const accused = variants.judged.filter(({ accusedOf }) => accusedOf.length > 0);
  const faults = opinions.flatMap((one) => one.faults);
  const found = faults.filter((one) => one.found);
  const choices = opinions.flatMap((one) => one.choices);
  const imperfect = choices.filter(({ failed }) => failed.length > 0);
  const [right, wrong] = (["choice", "fault"] as const).map((kind) =>
    servers.filter((one) => one.kind === kind),
  );
  const { equivalent, unspecified, undecided, hole } = generated.survivors;
  return [
    `${caught.length} of ${kills.length} mutants fail for the requirement that they break, ${quick.length} of them at quick depth, by ${matrix.length} requirements.`,
    `${accused.length} of ${variants.judged.length} conformant variants are accused of anything.`,
    `${generated.killed + generated.timedOut} of ${generated.mutants} generated mutants fail; ${equivalent} survivors are equivalent, ${unspecified} do what the document leaves open, ${undecided} leave something undecided, ${hole} are known holes; ${generated.notReached} are never reached.`,
    `${found.length} of ${faults.length} faults of a server that another hand wrote from the document alone fail, and of each of the others a file says why not; ${imperfect.length} of ${choices.length} of its choices are accused, of each of which a file says why.`,
    `Over the command line ${wrong?.length ?? 0} faulty servers by other hands fail, and ${right?.length ?? 0} conformant ones are not accused.`,
    `The longest runs against broken servers take, by their own clock: ${slowest({ mutants, opinions })
      .map(([name, seconds]) => `${name} ${seconds} s`)
      .join(", ")}.`,
    `In real time ${realTime.length} of the mutants take ${Math.round(Math.max(...realTime.map(({ seconds }) => seconds)))} s each at most.`,
    `Mutants took ${effort(mutants)}, variants ${effort(variants)}, the second opinion ${opinions.map(effort).join(" and ")}, generated mutants ${generated.seconds} s.`,
  ];
}

/** The ten of which a run takes the longest, each at the depth that takes longer. */
function slowest({ mutants, opinions }: Pick<Proof, "mutants" | "opinions">): (readonly [string, number])[] {
  const faults = opinions.flatMap(({ mode, faults: ofMode }) =>
    ofMode.map(({ name, seconds }) => [`${name} (${mode})`, seconds] as const),
  );
  return [...mutants.kills.map(({ mutant, seconds }) => [mutant, seconds] as const), ...faults]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST_SHOWN)
    .map(([name, seconds]) => [name, Math.round(seconds)]);
}

function effort({ requests, seconds }: { readonly requests: number; readonly seconds: number }): string {
  return `${requests} requests and ${seconds} s`;
}

/** The proof for people, in Markdown. */
export function proofPage(proof: Proof): string {
  const sections = [
    ["# What the suite catches, and what it leaves alone", "", ...totals(proof).map((line) => `- ${line}`)],
    [
      "## Requirements × mutants",
      "",
      table(
        ["requirement", "level", "own mutants", "which", "breaking others"],
        proof.matrix.map(({ requirement, level, own, others }) => [
          requirement,
          level,
          String(own.length),
          own.join(", "),
          String(others.length),
        ]),
      ),
    ],
    [
      "## Variants × silences of the document",
      "",
      table(
        ["choice", "values", "servers that differ", "accused", "observed as"],
        proof.silences.map(({ axis, values, servers, accused, observations }) => [
          axis,
          values.join(", "),
          String(servers),
          String(accused),
          observations.join(", "),
        ]),
      ),
    ],
    [
      "## Faults of a server by another hand",
      "",
      table(
        ["mode", "fault", "at depth", "verdict", "fails"],
        proof.opinions.flatMap(({ mode, faults }) =>
          faults.map(({ name, depth, verdict, failed }) => [mode, name, depth, verdict, failed.join(", ")]),
        ),
      ),
    ],
    [
      "## Servers by other hands, over the command line",
      "",
      table(
        ["server", "", "exit code"],
        proof.servers.map(({ server, kind, name, exitCode }) => [
          server,
          `${kind} ${name}`,
          String(exitCode),
        ]),
      ),
    ],
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map(inCell).join(" | ")} |`)
    .join("\n");
}

function inCell(text: string): string {
  return text.replaceAll("|", String.raw`\|`);
}
