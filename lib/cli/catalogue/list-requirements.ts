import type { Requirement } from "../../session/requirement.ts";
import type { RequirementId } from "../../engine/requirement/requirement.ts";
import { catalogue, pinnable } from "../catalogue.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { sectionsText } from "../../reporters/text/finding-facts.ts";
import { UsageError } from "../usage-error.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { assertSelectors, isSelected } from "../../engine/requirement/selector.ts";
import { judgeOf, mutantsOf } from "./proofs.ts";
import { isNormative } from "../../engine/requirement/catalogue.ts";
import { plan } from "../../engine/plan/plan.ts";
import type { NoJudgement } from "../../engine/record/result.ts";
import { withEmbeddedEvents } from "../../profile/needs/embedded-events.ts";
import { type LoadedProfile, loadProfile } from "../../profile/load/load-profile.ts";
import { ProfileError } from "../../profile/fields/profile-error.ts";

const PROSPECTS = ["judged", "observed", "uncovered", "inapplicable", "skipped"] as const;

/** The expected outcome of a requirement, as far as known before the first request. */
interface Prospect extends NoJudgement {
  readonly prospect: (typeof PROSPECTS)[number];
}

/** The requirements that a run with a profile would cover. */
interface ProfileCoverage {
  readonly of: (id: RequirementId) => Prospect;
  /** Sentences about the profile. */
  readonly notes: readonly string[];
}

/** Loads a profile to look at. Variables that are not set get an example, because nothing is sent. */
async function loadToLookAt(name: string, env: Environment): Promise<Looked> {
  try {
    return { loaded: await loadProfile(name, env, pinnable), unset: [] };
  } catch (error) {
    const unset =
      error instanceof ProfileError ? error.problems.flatMap(({ variable = [] }) => variable) : [];
    const filled = {
      ...env,
      ...Object.fromEntries(unset.map((variable) => [variable, exampleOf(variable)])),
    };
    const loaded = await loadProfile(name, filled, pinnable).catch(() => undefined);
    if (loaded === undefined) throw error;
    return { loaded, unset: [...new Set(unset)] };
  }
}

/** A value that may be an address, a key or a name. */
function exampleOf(variable: string): string {
  return `https://${variable.toLowerCase().replaceAll("_", "-")}.example`;
}

interface Looked {
  readonly loaded: LoadedProfile;
  /** Variables of the environment that the profile names, and that are not set. */
  readonly unset: readonly string[];
}

/** @throws {ProfileError} with what to correct. */
async function outlookFor(name: string, env: Environment): Promise<ProfileCoverage> {
  const { loaded, unset } = await loadToLookAt(name, env);
  const profile = withEmbeddedEvents(loaded.profile);
  const rows = plan(catalogue, { selectors: [], skip: profile.run.skip, levels: profile.run.level }, profile);
  const prospects = new Map(
    rows.map(({ requirement, why }): [RequirementId, Prospect] => {
      if (why !== undefined) {
        const { verdict, ...rest } = why;
        return [requirement.id, { prospect: verdict, ...rest }];
      }
      const isJudged = isNormative(requirement) || Object.hasOwn(profile.pins, requirement.id);
      return [requirement.id, { prospect: isJudged ? "judged" : "observed" }];
    }),
  );
  return {
    of: (id) => prospects.get(id) ?? { prospect: "skipped" },
    notes: unset.length === 0 ? [] : [`Not set, and needed only for a run: ${unset.join(", ")}.`],
  };
}

/** How requirements are listed. */
export interface Listing {
  readonly level?: string;
  /** A section of the API document. Its parts count, too. */
  readonly section?: string;
  readonly json?: boolean;
  /** Shows what a run with this profile would cover, instead of the proof of each requirement. */
  readonly profile?: string;
  /** The variables that the profile may name. Default: none. */
  readonly env?: Environment;
}

/**
 * Lists the rows of the catalogue as text or JSON, with their proof, or with what a run would do.
 * @throws {SelectorError} for a selector that means nothing.
 * @throws {ProfileError} for a profile with faults.
 */
export async function listRequirements(
  selectors: readonly string[],
  { level, section, json, profile, env = {} }: Listing,
): Promise<string> {
  assertSelectors(selectors, catalogue);
  if (section !== undefined) assertSection(section);
  const { requirements } = catalogue;
  const ids = requirements
    .filter((one) => level === undefined || one.level === level)
    .filter((one) => section === undefined || isOfSection(one, section))
    .filter((one) => isSelected(selectors, one, catalogue))
    .map(({ id }) => id);
  const outlook = profile === undefined ? undefined : await outlookFor(profile, env);
  if (json === true) return asJson(ids, outlook);
  return outlook === undefined
    ? asText(ids, (id) => proofOf(id), [proofs(ids)])
    : asText(ids, (id) => prospectText(outlook.of(id)), [
        prospectsText(ids, outlook),
        ...outlook.notes.map((note) => terminalText(note)),
      ]);
}

function isOfSection({ sections }: Pick<Requirement, "sections">, section: string): boolean {
  return sections.some((one) => one === section || one.startsWith(`${section}.`));
}

/** @throws {UsageError} for a section without a requirement */
function assertSection(section: string): void {
  const { requirements } = catalogue;
  if (requirements.some((one) => isOfSection(one, section))) return;
  const known = new Set(requirements.flatMap(({ sections }) => sections));
  const names = [...known].toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }));
  throw new UsageError(
    `Cannot list section ${section}: no requirement is from there. Sections: ${names.join(", ")}`,
  );
}

function asJson(ids: readonly RequirementId[], outlook: ProfileCoverage | undefined): string {
  return toJson(
    ids.map((id) => {
      const judge = judgeOf(id);
      return {
        ...said(catalogue.get(id)),
        judgedBy: { ...judge, path: `suites/${judge.path}` },
        mutants: mutantsOf(id),
        ...outlook?.of(id),
      };
    }),
  );
}

/** Prints a line for each requirement. @param told returns the text about a requirement */
function asText(
  ids: readonly RequirementId[],
  told: (id: RequirementId) => string,
  totals: readonly string[],
): string {
  const idChars = longest(ids);
  const toldChars = longest(ids.map(told));
  const lines = ids.map((id) => {
    const { level, sections, text } = catalogue.get(id);
    return `${id.padEnd(idChars)}  ${level.padEnd(11)}  ${told(id).padEnd(toldChars)}  ${text} (${sectionsText(sections)})`;
  });
  return `${[...lines, ...totals].join("\n")}\n`;
}

function proofOf(id: RequirementId): string {
  const { kind } = judgeOf(id);
  const count = mutantsOf(id).length;
  return count === 0 ? kind : `${kind}, ${count} ${count === 1 ? "mutant" : "mutants"}`;
}

function proofs(ids: readonly RequirementId[]): string {
  const kinds = Map.groupBy(ids, (id) => judgeOf(id).kind);
  const count = (kind: "check" | "observation") => kinds.get(kind)?.length ?? 0;
  return `${countText(ids)}: ${count("check")} checked, ${count("observation")} observed`;
}

function prospectText({ prospect, field }: Prospect): string {
  return field === undefined || prospect !== "uncovered" ? prospect : `${prospect} (${field})`;
}

function prospectsText(ids: readonly RequirementId[], outlook: ProfileCoverage): string {
  const found = Map.groupBy(ids, (id) => outlook.of(id).prospect);
  const counts = PROSPECTS.filter((prospect) => found.has(prospect)).map(
    (prospect) => `${found.get(prospect)?.length ?? 0} ${prospect}`,
  );
  return `${countText(ids)}: ${counts.join(", ")}`;
}

function countText({ length }: readonly RequirementId[]): string {
  return `${length} ${length === 1 ? "requirement" : "requirements"}`;
}

function longest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

function said(one: Requirement) {
  const { id, level, sections, text, because, binds, needs = [] } = one;
  return {
    requirement: id,
    level,
    sections,
    text,
    ...(because !== undefined && { because }),
    ...(binds !== undefined && { binds: binds.when }),
    ...(needs.length > 0 && { needs: needs.map(({ field }) => field) }),
  };
}
