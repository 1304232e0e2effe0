import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** Duration and requests of a part of the selftest. */
const effort = { requests: z.int(), seconds: z.number() };

/** Results about a server by another author in one mode. */
const opinion = z.object({
  ...effort,
  mode: z.enum(["api-key", "signed"]),
  faults: z.array(
    z.object({
      name: z.string(),
      depth: z.enum(["quick", "standard"]),
      verdict: z.string(),
      found: z.boolean(),
      failed: z.array(z.string()),
      seconds: z.number(),
    }),
  ),
  choices: z.array(
    z.object({
      name: z.string(),
      verdict: z.string(),
      failed: z.array(z.string()),
      undecided: z.array(z.string()),
    }),
  ),
});

const parts = {
  mutants: z.object({
    ...effort,
    kills: z.array(
      z.object({
        mutant: z.string(),
        breaks: z.string(),
        depth: z.enum(["quick", "standard"]),
        caught: z.array(z.string()),
        /** Duration of its longest run by its own clock. */
        seconds: z.number(),
        /** Of these, the failures that no other one explains. */
        roots: z.array(z.string()),
        /** Of these, the warnings that no failure explains. */
        warned: z.array(z.string()),
      }),
    ),
  }),
  variants: z.object({
    ...effort,
    judged: z.array(
      z.object({
        variant: z.string(),
        mode: z.enum(["api-key", "signed"]),
        /** Value by axis, as text; an axis that is not named has its default. */
        choices: z.record(z.string(), z.string()),
        accusedOf: z.array(z.string()),
        undecided: z.array(z.string()),
      }),
    ),
  }),
  generated: z.object({
    seconds: z.number(),
    mutants: z.int(),
    killed: z.int(),
    timedOut: z.int(),
    /** By no run, whatever the reference chooses. */
    notReached: z.int(),
    survivors: z.object({ equivalent: z.int(), unspecified: z.int(), undecided: z.int(), hole: z.int() }),
  }),
  "second-opinion-api-key": opinion,
  "second-opinion-signed": opinion,
  /** Over the command line, in real time. */
  "real-time": z.object({
    runs: z.array(z.object({ mutant: z.string(), exitCode: z.int().nullable(), seconds: z.number() })),
  }),
  servers: z.object({
    servers: z.array(
      z.object({
        server: z.string(),
        name: z.string(),
        kind: z.enum(["choice", "fault"]),
        exitCode: z.int().nullable(),
      }),
    ),
  }),
} as const;

export type PartName = keyof typeof parts;
export type Part<Name extends PartName> = z.infer<(typeof parts)[Name]>;
export type Kill = Part<"mutants">["kills"][number];

const folder = new URL("../../../reports/proof/", import.meta.url);

/** Keeps what one test file of the selftest has seen, for {@link readPart}. */
export function writePart<Name extends PartName>(name: Name, part: Part<Name>): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(part, null, 2)}\n`);
}

/** @throws when that part of the selftest has not been run. */
export function readPart<Name extends PartName>(name: Name): Part<Name> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema of the same name made it
    return parts[name].parse(JSON.parse(readFileSync(fileOf(name), "utf8"))) as Part<Name>;
  } catch (error) {
    throw new Error(`Cannot read the part "${name}" of the proof: run \`npm run test:long\` first`, {
      cause: error,
    });
  }
}

function fileOf(name: PartName): string {
  return fileURLToPath(new URL(`${name}.json`, folder));
}
