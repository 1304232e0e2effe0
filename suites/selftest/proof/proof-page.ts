import type { Part } from "./parts.ts";
import type { KillRow, SilenceRow } from "./tables.ts";

/** All that the selftest has shown. */
export interface Proof {
  readonly mutants: Part<"mutants">;
  readonly variants: Part<"variants">;
  readonly blind: Part<"blind">;
  readonly generated: Part<"generated">;
  readonly matrix: readonly KillRow[];
  readonly silences: readonly SilenceRow[];
}

/** The sums of the proof, one sentence each. */
export function totals({ mutants, variants, blind, generated, matrix }: Proof): string[] {
  const { kills } = mutants;
  const caught = kills.filter((kill) => kill.caught.includes(kill.breaks));
  const quick = caught.filter(({ depth }) => depth === "quick");
  const accused = variants.judged.filter(({ accusedOf }) => accusedOf.length > 0);
  const [choices, faults] = (["choice", "fault"] as const).map((kind) =>
    blind.servers.filter((one) => one.kind === kind),
  );
  const { equivalent, unspecified, undecided, hole } = generated.survivors;
  return [
    `${caught.length} of ${kills.length} mutants fail for the requirement that they break, ${quick.length} of them at quick depth, by ${matrix.length} requirements.`,
    `${accused.length} of ${variants.judged.length} conformant variants are accused of anything.`,
    `${generated.killed + generated.timedOut} of ${generated.mutants} generated mutants fail; ${equivalent} survivors are equivalent, ${unspecified} do what the document leaves open, ${undecided} leave something undecided, ${hole} are known holes; ${generated.notReached} are never reached.`,
    `${faults?.length ?? 0} faulty servers written from the document alone fail over the command line, and ${choices?.length ?? 0} conformant ones are not accused.`,
    `Mutants took ${effort(mutants)}, variants ${effort(variants)}, generated mutants ${generated.seconds} s.`,
  ];
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
        ["requirement", "level", "own mutants", "which", "as a consequence"],
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
      "## Servers written from the document alone",
      "",
      table(
        ["server", "", "exit code"],
        proof.blind.servers.map(({ server, kind, name, exitCode }) => [
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
