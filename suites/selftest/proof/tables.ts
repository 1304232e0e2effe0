import { apiAxisNames, axes } from "../../../lib/reference/choices.ts";
import { catalogue } from "../../../lib/cli/catalogue.ts";
import { isNormative } from "../../../lib/engine/catalogue.ts";
import { shownBy } from "../shown-by.ts";
import type { Kill, Part } from "./parts.ts";

/** Which mutants a normative requirement fails. */
export interface KillRow {
  readonly requirement: string;
  readonly level: string;
  /** Those that break this requirement. */
  readonly own: readonly string[];
  /** Those that break another. */
  readonly others: readonly string[];
}

/** A silence of the document, and how often it was tried. */
export interface SilenceRow {
  readonly axis: string;
  readonly values: readonly string[];
  /** Conformant servers that chose another value than the default. */
  readonly servers: number;
  readonly accused: number;
  /** The observations that record what a target chooses. */
  readonly observations: readonly string[];
}

/** The requirements that have mutants, in the order of the catalogue. */
export function killMatrix(kills: readonly Kill[]): KillRow[] {
  return catalogue.requirements.filter(isNormative).flatMap(({ id: requirement, level }) => {
    const caught = kills.filter((kill) => kill.caught.includes(requirement));
    if (caught.length === 0) return [];
    const [own, others] = [true, false].map((isOwn) =>
      caught.filter(({ breaks }) => (breaks === requirement) === isOwn).map(({ mutant }) => mutant),
    );
    return [{ requirement, level, own: own ?? [], others: others ?? [] }];
  });
}

/** Every axis of the reference's choices, with the verdicts on the servers that differ on it. */
export function silences({ judged }: Part<"variants">): SilenceRow[] {
  return apiAxisNames.map((axis) => {
    const [usual, ...others] = axes[axis].map(String);
    const differing = judged.filter(({ choices }) => (choices[axis] ?? usual) !== usual);
    return {
      axis,
      values: [String(usual), ...others],
      servers: differing.length,
      accused: differing.filter(({ accusedOf }) => accusedOf.length > 0).length,
      observations: [...new Set(others.flatMap((value) => shownBy.get(`${axis}=${value}`) ?? []))],
    };
  });
}
