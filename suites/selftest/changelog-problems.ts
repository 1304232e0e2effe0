import { findOutside, type RequirementSet } from "../../lib/engine/requirement-set.ts";
import { type ChangeEntry, isNamedBy, matchesId, parseChangelog, publishedSets } from "./changelog.ts";

/** The present checks, and what gates may name. */
interface Checks {
  /** Strength by id, of all normative requirements. */
  readonly present: RequirementSet["requirements"];
  /** Published sets, the oldest first. */
  readonly sets: readonly RequirementSet[];
}

/**
 * Compares a changelog with the sets. A gate may fail for each check that is newer or stronger than in the newest set, so an
 * entry must say so, after the version that published the set. An entry that announces a stricter check must be about one.
 */
export function changelogProblems(page: string, { present, sets }: Checks): string[] {
  const sections = parseChangelog(page);
  const published = publishedSets(
    page,
    sets.map(({ name }) => name),
  );
  const newest = sets.at(-1);
  const announcedIn = sections.findLastIndex(
    ({ text }) => newest !== undefined && text.includes(newest.name),
  );
  const sinceThen = sections.slice(0, Math.max(announcedIn, 1)).flatMap((section) => section.entries);
  const entries = sections.flatMap((section) => section.entries);
  return [
    ...sets.filter(({ name }) => !page.includes(name)).map(({ name }) => `the set ${name} is not named`),
    ...outside(present, newest)
      .filter(([id, strength]) => !isAnnounced(sinceThen, id, strength))
      .map(([id, strength]) => `no entry "New check" or "Stricter" names ${nameOf(id, strength)}`),
    ...entries
      .filter(({ names }) => names.length === 0)
      .map(({ text }) => `no id of a requirement in: ${text}`),
    ...entries
      .flatMap(({ names }) => names)
      .filter(({ pattern }) => !Object.keys(present).some((id) => matchesId(pattern, id)))
      .map(({ pattern }) => `unknown id ${pattern}`),
    ...unjustified(
      sections[0]?.entries ?? [],
      outside(
        present,
        sets.findLast(({ name }) => published.includes(name)),
      ),
    ),
  ];
}

/** The checks that are newer or stronger than in a set. */
function outside(present: Checks["present"], set?: RequirementSet): [string, number][] {
  return Object.entries(present).filter(
    ([id, strength]) => set === undefined || findOutside(set, id, strength) !== undefined,
  );
}

/** Entries that announce a stricter check without a higher strength. */
function unjustified(entries: readonly ChangeEntry[], stricter: readonly [string, number][]): string[] {
  return entries
    .filter(({ kind }) => kind === "stricter")
    .flatMap(({ names }) => names)
    .filter(({ pattern }) => !stricter.some(([id]) => matchesId(pattern, id)))
    .map(({ pattern }) => `${pattern} is announced as stricter, but its strength was not raised`);
}

function isAnnounced(entries: readonly ChangeEntry[], id: string, strength: number): boolean {
  return entries.some((entry) => entry.kind === "stricter" && isNamedBy(entry, id, strength));
}

function nameOf(id: string, strength: number): string {
  return strength === 1 ? `\`${id}\`` : `\`${id}\` (strength ${strength})`;
}
