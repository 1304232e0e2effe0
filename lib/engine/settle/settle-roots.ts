import { acrossDoors, type Deviation, isAsPlainAs } from "../requirement/deviation.ts";
import type { RequirementId } from "../requirement/requirement.ts";
import type { CheckResult, Judgement } from "../record/result.ts";

/** The result of a check, and how basic its requirement is. */
interface Ranked {
  readonly result: CheckResult;
  readonly shows: readonly Deviation[];
  readonly alsoShows: readonly Deviation[];
  /** Place among the foundations. Infinite: it is not a foundation. */
  readonly rank: number;
}

/** A failure that shows a deviation. */
interface Shown {
  readonly by: Ranked;
  readonly deviation: Deviation;
}

/** Of two failures, each may have a fault of its own. */
const GENERAL_FAILURES = 3;
const FAILED: readonly CheckResult["verdict"][] = ["failed", "waived", "warned"];

/**
 * Finds the root failures behind each failure. A deviation follows from the same deviation of a foundation in
 * plainer circumstances, or in equal ones if that requirement is more basic. A failure with an unexplained
 * deviation is a root.
 * @param foundations requirements on which others are based, the most basic one first
 */
export function settleRoots(
  judgements: readonly Judgement[],
  foundations: readonly RequirementId[],
): readonly Judgement[] {
  const failures = judgements.flatMap((judgement) => ranked(judgement, foundations)).filter(isFailure);
  const basic = failures.filter(({ rank }) => rank < Infinity);
  const roots = basic.filter((one) => rootsOf(one, basic, failures) === undefined);
  return judgements.map((judgement) => {
    const [one] = ranked(judgement, foundations);
    if (one === undefined) return judgement;
    const result = isFailure(one) ? failing(one, rootsOf(one, basic, failures)) : prevented(one, roots);
    return { ...judgement, result };
  });
}

/** The roots behind a failure. Undefined: it is a root. */
function rootsOf(
  one: Ranked,
  basic: readonly Ranked[],
  failures: readonly Ranked[],
): readonly Ranked[] | undefined {
  const direct = plainExplanationOf(one, basic) ?? generalExplanationOf(one, basic, failures);
  return direct && [...new Set(direct.flatMap((root) => rootsOf(root, basic, failures) ?? [root]))];
}

function plainExplanationOf(one: Ranked, basic: readonly Ranked[]): readonly Ranked[] | undefined {
  return explanationOf(one, basic) ?? broadExplanationOf(one, basic);
}

/** Several failures show the same, each in other circumstances: their fault depends on none. The most basic one explains the others. */
function generalExplanationOf(
  one: Ranked,
  basic: readonly Ranked[],
  failures: readonly Ranked[],
): readonly Ranked[] | undefined {
  const [what, ...others] = new Set(one.shows.map((deviation) => deviation.what));
  if (what === undefined || others.length > 0) return undefined;
  const [first, ...alike] = failures
    .filter(({ result, shows }) => result.verdict !== "warned" && shows.some(isSpecial(what)))
    .filter((other) => plainExplanationOf(other, basic) === undefined)
    .toSorted((a, b) => (a.rank < b.rank ? -1 : Number(a.rank > b.rank)));
  const isGeneral = alike.length >= GENERAL_FAILURES - 1 && one.shows.some(isSpecial(what));
  return first === undefined || first.result === one.result || !isGeneral ? undefined : [first];
}

function isSpecial(what: string): (deviation: Deviation) => boolean {
  return (deviation) => deviation.what === what && deviation.when.length > 0;
}

function ranked({ result, shows = [], alsoShows = [] }: Judgement, foundations: readonly string[]): Ranked[] {
  if (!("verdict" in result)) return [];
  const at = foundations.indexOf(result.requirement);
  const rank = at < 0 ? Infinity : at;
  return [{ result, shows: acrossDoors(shows, alsoShows), alsoShows: acrossDoors(alsoShows, shows), rank }];
}

function isFailure({ result: { verdict } }: Ranked): boolean {
  return FAILED.includes(verdict);
}

/** The roots behind all deviations of a failure. Undefined: one deviation has no root. */
function explanationOf(one: Ranked, basic: readonly Ranked[]): readonly Ranked[] | undefined {
  const others = basic.filter(
    ({ result: { verdict } }) => verdict !== "warned" || one.result.verdict === "warned",
  );
  const roots = one.shows.flatMap((deviation) => {
    const shown = others.flatMap((by) => by.shows.map((plain): Shown => ({ by, deviation: plain })));
    return plainest(shown.filter((plain) => isExplainedBy(plain, { by: one, deviation }))) ?? [];
  });
  return roots.length === 0 || roots.length < one.shows.length ? undefined : [...new Set(roots)];
}

/** Searches all answers of the run that broke more basic requirements, not only their evidence. */
function broadExplanationOf(one: Ranked, basic: readonly Ranked[]): readonly Ranked[] | undefined {
  const others = basic.filter(
    (other) =>
      other.rank < one.rank && other.result.verdict !== "warned" && explanationOf(other, basic) === undefined,
  );
  const roots = one.shows.flatMap((deviation) => others.find((other) => hasShown(other, deviation)) ?? []);
  return roots.length === 0 || roots.length < one.shows.length ? undefined : roots;
}

function hasShown({ shows, alsoShows }: Ranked, deviation: Deviation): boolean {
  return [...shows, ...alsoShows].some((plain) => isAsPlainAs(plain, deviation));
}

/** A deviation in equal circumstances needs a more basic requirement. */
function isExplainedBy(plain: Shown, { by, deviation }: Shown): boolean {
  if (!isAsPlainAs(plain.deviation, deviation)) return false;
  return plain.by.rank < by.rank || !isAsPlainAs(deviation, plain.deviation);
}

/** The plainest deviation has no explanation: it would have to be plainer itself. */
function plainest(shown: readonly Shown[]): Ranked | undefined {
  const [first] = shown.toSorted(
    (one, other) => one.deviation.when.length - other.deviation.when.length || one.by.rank - other.by.rank,
  );
  return first?.by;
}

/** A waived root waives its followers. */
function failing({ result }: Ranked, roots: readonly Ranked[] | undefined): CheckResult {
  if (roots === undefined) return result;
  const follows = roots.map((root) => root.result.requirement);
  const waivers = roots.flatMap((root) => root.result.waiver ?? []);
  const [waiver] = waivers;
  const isAccepted = result.verdict === "failed" && waiver !== undefined && waivers.length === roots.length;
  return isAccepted ? { ...result, verdict: "waived", waiver, follows } : { ...result, follows };
}

/** A check without a conclusion that saw only deviations of root failures. */
function prevented({ result, shows }: Ranked, roots: readonly Ranked[]): CheckResult {
  if (result.verdict !== "inconclusive" || result.code === "other-client") return result;
  const causes = shows.map((deviation) => roots.find((root) => hasShown(root, deviation)));
  const known = [...new Set(causes)].filter((root) => root !== undefined);
  if (shows.length === 0 || causes.includes(undefined)) return result;
  const follows = known.map((root) => root.result.requirement);
  const reason = `Not checked because of ${follows.join(", ")}.`;
  return { ...result, code: "other-requirement-failed", reason, follows };
}
