import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { read } from "./pins.ts";

const FILE = "./verdicts.txt";
const HEAD = /^commit (?<commit>[\da-f]{40})\nset (?<set>[\d-]+)\n/;

/** The verdicts of the last release. */
interface ReleaseRecord {
  /** The commit of its suite. */
  readonly commit: string;
  /** Its newest set. */
  readonly set: string;
  /** Lines of pins, by the kind and the name of the server. */
  readonly verdicts: readonly string[];
}

export function readRecord(): ReleaseRecord {
  const text = read(FILE);
  const [head = "", commit, set] = HEAD.exec(text) ?? [];
  if (commit === undefined || set === undefined)
    throw new Error(`Cannot read ${FILE}: it begins with no commit and no set`);
  return { commit, set, verdicts: text.slice(head.length).trimEnd().split("\n") };
}

export function writeRecord({ commit, set, verdicts }: ReleaseRecord): void {
  const lines = [`commit ${commit}`, `set ${set}`, ...verdicts];
  writeFileSync(fileURLToPath(new URL(FILE, import.meta.url)), `${lines.join("\n")}\n`);
}
