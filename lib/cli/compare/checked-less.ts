import { canonicalText } from "../../engine/requirement/plain.ts";
import { ENDED_EARLY } from "../../engine/settle/run-verdict.ts";
import { restrictionText } from "../../reporters/stored/restriction-text.ts";
import { isChecked, isKept, type JudgedCheck, type Subject } from "./subject.ts";

type ComparedRun = NonNullable<Subject["run"]>;

/** A run and the checks of its result. */
interface Ran {
  readonly run: ComparedRun;
  readonly checks: readonly JudgedCheck[];
}

const DEPTHS: readonly string[] = ["quick", "standard", "deep"];
const MAX_NAMES = 4;

/** Says how a run checked less than an earlier one, or than a profile pins. Empty: it checked at least as much. */
export function checkedLess(before: Subject, after: Subject): string[] {
  const { run: was } = before;
  const { run: is } = after;
  if (is === undefined) return [];
  const count = after.checks.filter(isChecked).length;
  if (ENDED_EARLY.includes(is.verdict)) return [`${is.verdict}, ${checkedText(count)}`];
  if (was === undefined || !before.judges) return [];
  if (count === 0 && before.checks.some(isChecked)) return [`${is.verdict}, nothing was checked`];
  const [first, second] = [
    { run: was, checks: before.checks },
    { run: is, checks: after.checks },
  ];
  return [...otherSelection(first, second), ...lowerDepth(was, is), ...notDecided(first, second)];
}

function checkedText(count: number): string {
  if (count === 0) return "nothing was checked";
  return `only ${requirements(count)} checked`;
}

/** A requirement that a newer version of the suite has removed is not lost: its selection is the same. */
function otherSelection(before: Ran, after: Ran): string[] {
  const { selection } = after.run;
  const isSame = selection !== undefined && canonicalText(selection) === canonicalText(before.run.selection);
  const ids = new Set(after.checks.map(({ requirement }) => requirement));
  const left = before.checks.filter((check) => isChecked(check) && !ids.has(check.requirement)).length;
  if (isSame || left === 0) return [];
  const restriction = restrictionText(selection);
  const name = restriction === undefined ? "" : ` (${restriction})`;
  return [`another selection${name}: ${requirements(left)} not run`];
}

function lowerDepth({ depth: was }: ComparedRun, { depth: is }: ComparedRun): string[] {
  return DEPTHS.indexOf(is) < DEPTHS.indexOf(was) ? [`depth ${is} instead of ${was}`] : [];
}

function notDecided(before: Ran, after: Ran): string[] {
  const earlier = new Map(before.checks.map((check) => [check.requirement, check]));
  const checkedBefore = after.checks.filter(({ requirement }) => isChecked(earlier.get(requirement)));
  const uncovered = checkedBefore.filter(
    ({ verdict, code }) => verdict === "uncovered" && code !== "never-returned",
  );
  const undecided = checkedBefore.filter(
    ({ requirement, verdict, follows = [] }) =>
      verdict === "inconclusive" && (isKept(earlier.get(requirement)) || follows.length === 0),
  );
  return [...named(uncovered, "not covered now"), ...named(undecided, "not decided now")];
}

function named(checks: readonly JudgedCheck[], what: string): string[] {
  if (checks.length === 0) return [];
  const ids = checks.slice(0, MAX_NAMES).map(({ requirement }) => requirement);
  const more = checks.length > ids.length ? ` and ${checks.length - ids.length} more` : "";
  const subject =
    checks.length === 1
      ? "1 requirement checked before is"
      : `${checks.length} requirements checked before are`;
  return [`${subject} ${what}: ${ids.join(", ")}${more}`];
}

function requirements(count: number): string {
  return count === 1 ? "1 requirement was" : `${count} requirements were`;
}
