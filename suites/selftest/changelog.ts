/** An entry of a section of `CHANGELOG.md` that changes verdicts. */
export interface ChangeEntry {
  readonly kind: "stricter" | "looser";
  readonly text: string;
  /** Ids of requirements. `*` stands for any area or any name. */
  readonly ids: readonly string[];
}

/** The changes of one version. */
interface ChangeSection {
  /** `Unreleased`, or a version. */
  readonly name: string;
  readonly text: string;
  readonly entries: readonly ChangeEntry[];
}

/** The first words of entries that are not neutral. */
const STRICTER = /^(?:New checks?(?: of [^:]*)?|Stricter): /;
const LOOSER = /^Looser: /;
const SECTION = /^## \[(?<name>[^\]]+)\]$/;
const ID = /`((?:[a-z][a-z\d-]*|\*)\.(?:[a-z\d-]+|\*))`/g;

/** Reads the sections of a changelog, the newest first. */
export function parseChangelog(page: string): ChangeSection[] {
  const [, ...parts] = page.split(/^(?=## )/m);
  return parts.map((part) => {
    const [heading = "", ...lines] = part.trimEnd().split("\n");
    const name = SECTION.exec(heading)?.groups?.["name"];
    if (name === undefined) throw new Error(`Cannot read the changelog: ${heading} names no version`);
    return { name, text: part, entries: lines.flatMap(entryOf) };
  });
}

/** Whether an entry names a requirement, with its strength if the check became stronger. */
export function isNamedBy({ text, ids }: ChangeEntry, id: string, strength: number): boolean {
  return strength === 1
    ? ids.some((pattern) => matchesId(pattern, id))
    : text.includes(`\`${id}\` (strength ${strength})`);
}

/** Whether an id is the one of an entry, where `*` stands for any area or any name. */
export function matchesId(pattern: string, id: string): boolean {
  const parts = id.split(".");
  return pattern.split(".").every((part, index) => part === "*" || part === parts[index]);
}

function entryOf(line: string): ChangeEntry[] {
  if (!line.startsWith("- ")) return [];
  const text = line.slice(2);
  const kind = STRICTER.test(text) ? "stricter" : LOOSER.test(text) ? "looser" : undefined;
  return kind === undefined ? [] : [{ kind, text, ids: [...text.matchAll(ID)].map(([, id = ""]) => id) }];
}
