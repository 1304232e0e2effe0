import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { read } from "./pins.ts";

const FILE = "./verdicts.txt";
const COMMIT = "commit ";

/** The verdicts of the last release. */
interface ReleaseRecord {
  /** The commit of its suite. */
  readonly commit: string;
  /** Lines of pins, by the kind and the name of the server. */
  readonly verdicts: readonly string[];
}

export function readRecord(): ReleaseRecord {
  const [first = "", ...verdicts] = read(FILE).trimEnd().split("\n");
  if (!first.startsWith(COMMIT)) throw new Error(`Cannot read ${FILE}: its first line names no commit`);
  return { commit: first.slice(COMMIT.length), verdicts };
}

export function writeRecord({ commit, verdicts }: ReleaseRecord): void {
  const lines = [`${COMMIT}${commit}`, ...verdicts];
  writeFileSync(fileURLToPath(new URL(FILE, import.meta.url)), `${lines.join("\n")}\n`);
}
