import type { Environment } from "../../profile/yaml/interpolate.ts";
import { RUN_OPTIONS, type RunOptions } from "../../profile/schema/options.ts";
import type { Catalogue } from "../../engine/requirement/catalogue.ts";
import { isSelected } from "../../engine/requirement/selector.ts";
import { readResult } from "../results/read-result.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { clipText } from "../../text/clip.ts";
import type { Requirement } from "../../session/requirement.ts";
import { UsageError } from "../usage-error.ts";

const MAX_NAMED = 10;
const MAX_ID = 80;

/** The part of the catalogue that failed in a stored run. */
export interface FailedSelection {
  /** The failures, and the requirements that they rest on. */
  readonly selectors: readonly string[];
  /** The id of the stored run. */
  readonly failedIn: string;
  /** Name the failures that the catalogue no longer contains, and other settings of the stored run. */
  readonly notes: readonly string[];
}

/** The environment of a command that is no run: `replay` and `observe` select by themselves. */
export function withoutFailedIn(env: Environment): Environment {
  return { ...env, [RUN_OPTIONS.failedIn.env]: undefined };
}

/** The settings of the new run. */
type AskedRun = Pick<RunOptions, "depth" | "seed"> & {
  readonly failedIn: string;
  /** Limit the selection. Empty: all failures. */
  readonly selectors: readonly string[];
};

/**
 * Reads a stored result, and selects what failed in it. A waived failure is accepted and does not count.
 * @throws {UsageError} if nothing failed, and {UnreadableResultError}
 */
export function failedSelection(asked: AskedRun, catalogue: Catalogue<Requirement>): FailedSelection {
  const { failedIn: place, selectors } = asked;
  const result = readResult(place);
  const failed = result.checks.flatMap(({ verdict, requirement }) =>
    verdict === "failed" ? [requirement] : [],
  );
  const refusal = (why: string) =>
    new UsageError(`Cannot run again what failed in ${place}: ${why}. Run without --failed-in`);
  if (failed.length === 0) throw refusal(`its verdict is ${result.verdict}, and no check failed`);
  const gone = failed.filter((id) => catalogue.find(id) === undefined);
  const known = failed.flatMap((id) => catalogue.find(id) ?? []);
  if (known.length === 0) throw refusal(goneText(gone));
  const again = known.filter((one) => isSelected(selectors, one, catalogue));
  if (again.length === 0) throw refusal(`none of its failures belongs to ${selectors.join(", ")}`);
  return {
    selectors: withGrounds(again, result, catalogue),
    failedIn: clipText(result.runId, MAX_ID),
    notes: [
      ...(gone.length === 0 ? [] : [`Not run again: ${goneText(gone)}.`]),
      ...otherSettings(result, asked),
    ],
  };
}

/** Another depth or seed generates other cases: a failure may be missed. */
function otherSettings({ depth, seed }: RunResult, asked: AskedRun): string[] {
  if (depth === asked.depth && seed === asked.seed) return [];
  return [
    `The earlier run had depth ${depth} and seed ${seed}. To try the same cases again, add --depth ${depth} --seed ${seed}.`,
  ];
}

/**
 * Adds the failures that explain a failure, the requirements on which they rest, and the check whose answers showed it. In the
 * order of the catalogue.
 */
function withGrounds(
  failed: readonly Requirement[],
  { checks }: RunResult,
  catalogue: Catalogue<Requirement>,
): readonly string[] {
  const stored = new Map(checks.map((check) => [check.requirement, check]));
  const found = new Set(failed.map(({ id }) => id));
  for (const id of found) {
    const { follows = [], violation } = stored.get(id) ?? {};
    const owners = catalogue.find(id)?.restsOn?.owners ?? [];
    for (const ground of [...follows, ...owners, ...(violation?.during ? [violation.during] : [])])
      found.add(ground);
  }
  return catalogue.ids.filter((id) => found.has(id));
}

function goneText(ids: readonly string[]): string {
  const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : "";
  const has = ids.length === 1 ? "is" : "are";
  return `${ids.slice(0, MAX_NAMED).join(", ")}${more} ${has} not in this version of the catalogue`;
}
