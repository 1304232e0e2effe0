/** An entry of a section of `CHANGELOG.md` that changes verdicts. */
export interface ChangeEntry {
  readonly kind: "stricter" | "looser";
  readonly text: string;
  readonly names: readonly NamedChecks[];
}

/** Checks as an entry names them: `callback-url.https-only` (strength 2), or `scopes.*`. */
interface NamedChecks {
  /** The id, in which `*` stands for any letters. */
  readonly pattern: string;
  /** Default: 1. */
  readonly strength: number;
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
const NAMED = /`(?<pattern>[a-z\d*-]+\.[a-z\d*-]+)`(?: \(strength (?<strength>\d+)\))?/g;

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

/** The sets that a release has published: a section other than "Unreleased" names them. */
export function publishedSets(page: string, names: readonly string[]): string[] {
  const [, ...released] = parseChangelog(page);
  return names.filter((name) => released.some(({ text }) => text.includes(name)));
}

/** Whether an entry names a check, with its strength if that was raised. */
export function isNamedBy({ names }: ChangeEntry, id: string, strength: number): boolean {
  return names.some((named) => named.strength === strength && matchesId(named.pattern, id));
}

/** Whether an id is the one of an entry, where `*` stands for any letters. */
export function matchesId(pattern: string, id: string): boolean {
  return new RegExp(`^${pattern.replace(".", "\\.").replaceAll("*", "[a-z\\d-]*")}$`).test(id);
}

function entryOf(line: string): ChangeEntry[] {
  if (!line.startsWith("- ")) return [];
  const text = line.slice(2);
  const kind = STRICTER.test(text) ? "stricter" : LOOSER.test(text) ? "looser" : undefined;
  if (kind === undefined) return [];
  const names = [...text.matchAll(NAMED)].map(({ groups: { pattern = "", strength = "1" } = {} }) => ({
    pattern,
    strength: Number(strength),
  }));
  return [{ kind, text, names }];
}
