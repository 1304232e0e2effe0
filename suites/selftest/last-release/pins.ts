import { readFileSync } from "node:fs";

/** A pin of the selftest with verdicts about servers, one on each line. */
interface Pin {
  /** The kind of its servers. */
  readonly kind: string;
  readonly file: string;
}

/** Kinds of servers that are wrong. The pin of such a kind has a line for each server. */
const WRONG = ["mutant", "delivery-mutant", "api-key-fault", "signed-fault"];

const PINS: readonly Pin[] = [
  { kind: "mutant", file: "../kill-matrix.txt" },
  { kind: "delivery-mutant", file: "../deliveries.txt" },
  { kind: "api-key-fault", file: "../second-opinion/faults.api-key.txt" },
  { kind: "signed-fault", file: "../second-opinion/faults.signed.txt" },
  { kind: "api-key-choice", file: "../second-opinion/choices.api-key.txt" },
  { kind: "signed-choice", file: "../second-opinion/choices.signed.txt" },
  { kind: "variant", file: "../variants.txt" },
  { kind: "framework", file: "../real/frameworks.txt" },
  { kind: "validator", file: "../../webhook/callback-url/VALIDATORS.md" },
];
/** A row of the table of validators. Other tables of that page have other columns. */
const VALIDATOR_ROW = /^\| (.+?) \| ((?:nothing|(?:failed|errored|inconclusive|warned) `).*) \|$/;

/** Reads what the suite says about each server now: the kind, the name and the verdict, line by line. */
export function readPins(): string[] {
  return PINS.flatMap(({ kind, file }) => linesOf(kind, read(file)));
}

/** Reads a file of this folder, or beside it. */
export function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), "utf8");
}

/** Whether a server of this kind is wrong: if the last release has no line for it, it has not judged it. */
export function isWrong(server: string): boolean {
  return WRONG.some((kind) => server.startsWith(`${kind} `));
}

/** Whether a run against the server ends at its first failure. */
export function endsAtFirstFailure(server: string): boolean {
  return /^\S+-fault /.test(server);
}

function linesOf(kind: string, text: string): string[] {
  const lines = text.split("\n").filter((line) => line !== "");
  if (kind !== "validator") return lines.map((line) => `${kind} ${line}`);
  return lines.flatMap((line) => {
    const [, name, verdict] = VALIDATOR_ROW.exec(line) ?? [];
    return name === undefined ? [] : [`${kind} ${name} | standard: ${verdict}`];
  });
}
