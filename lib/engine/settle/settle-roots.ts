import { acrossDoors, atAnyDoor, type Deviation, isAsPlainAs } from "../requirement/deviation.ts";
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

/** A difference in its other words counts as so many more circumstances. */
const IN_OTHER_WORDS = 1000;
const FAILED: readonly CheckResult["verdict"][] = ["failed", "waived", "warned"];

/**
 * Finds the root failures behind each failure. A deviation follows from the same deviation of a foundation in plainer
 * circumstances, or in equal ones if that requirement is more basic. A failure with an unexplained deviation is a root.
 * @param foundations requirements on which others are based, the most basic one first
 */
export function settleRoots(
  judgements: readonly Judgement[],
  foundations: readonly RequirementId[],
): readonly Judgement[] {
  const all = judgements.map((judgement) => ranked(judgement, foundations));
  const explained = explain(all.flat().filter(isFailure));
  const roots = [...explained.keys()].filter((one) => one.rank < Infinity && isRoot(one, explained));
  return judgements.map((judgement, place) => {
    const [one] = all[place] ?? [];
    if (one === undefined) return judgement;
    const result = isFailure(one) ? failing(one, explained) : prevented(one, roots);
    return { ...judgement, result };
  });
}

/** The failures from which a failure follows. */
interface Explanation {
  /** It shows what they have shown. */
  readonly plain: readonly Ranked[] | undefined;
  /** It shows the same as others, at other doors or each in other circumstances: a fault that depends on none. */
  readonly general: Ranked | undefined;
}

type Explained = ReadonlyMap<Ranked, Explanation>;

function explain(failures: readonly Ranked[]): Explained {
  const basic = failures.filter(({ rank }) => rank < Infinity);
  const direct = new Map(failures.map((one) => [one, explanationOf(one, basic)]));
  const leading = basic.filter((one) => one.result.verdict !== "warned" && direct.get(one) === undefined);
  const plain = new Map(failures.map((one) => [one, direct.get(one) ?? broadExplanationOf(one, leading)]));
  const unexplained = failures.filter((one) => plain.get(one) === undefined);
  const general = generalExplanations(unexplained);
  const leaders = new Set(general.values());
  const generalOf = (one: Ranked) =>
    general.get(one) ?? (leaders.has(one) ? undefined : explanationElsewhere(one, unexplained));
  return new Map(failures.map((one) => [one, { plain: plain.get(one), general: generalOf(one) }] as const));
}

/** The more basic failure that shows the same at other doors. */
function explanationElsewhere({ shows, rank }: Ranked, unexplained: readonly Ranked[]): Ranked | undefined {
  const isShownBy = (other: Ranked, deviation: Deviation) =>
    [...other.shows, ...other.alsoShows].some((plain) => isAsPlainAs(atAnyDoor(plain), deviation));
  return unexplained
    .filter((other) => other.rank < rank && other.result.verdict !== "warned")
    .find((other) => shows.length > 0 && shows.every((deviation) => isShownBy(other, deviation)));
}

/**
 * For failures that have no plain explanation: of those that show the same in different circumstances, the one with the
 * plainest answers, and of several the most basic one.
 */
function generalExplanations(unexplained: readonly Ranked[]): ReadonlyMap<Ranked, Ranked> {
  const shown = unexplained
    .filter(({ result }) => result.verdict !== "warned")
    .flatMap((by) => by.shows.flatMap(inAllWords).map((deviation): Shown => ({ by, deviation })));
  const found = new Map<Ranked, Ranked>();
  for (const [what, alike] of Map.groupBy(shown, ({ deviation }) => deviation.what)) {
    const byPlainness = (one: Ranked, other: Ranked) =>
      fewestCircumstances(one, what) - fewestCircumstances(other, what) || byRank(one, other);
    const [first, ...others] = [...new Set(alike.map(({ by }) => by))].toSorted(byPlainness);
    if (first === undefined || found.has(first) || fewestCircumstances(first, what) === Infinity) continue;
    if (alike.some(({ deviation }) => deviation.apart) && others.length < 2) continue;
    const leaders = new Set(found.values());
    for (const one of others) if (showsOneThing(one) && !leaders.has(one)) found.set(one, first);
  }
  return found;
}

/** A difference in each of its words, as far as these are about the same part of an answer. */
function inAllWords(deviation: Deviation): readonly Deviation[] {
  const { otherwise, part } = deviation;
  return otherwise !== undefined && otherwise.part === part
    ? [deviation, ...inAllWords(otherwise)]
    : [deviation];
}

/** In how few unusual circumstances a foundation shows a difference; more in its other words. Infinite: it is no foundation. */
function fewestCircumstances({ shows, alsoShows, rank }: Ranked, what: string): number {
  const own = [...shows, ...alsoShows].flatMap((one) =>
    inAllWords(one).flatMap((word, at) =>
      word.what === what ? [word.when.length + IN_OTHER_WORDS * at] : [],
    ),
  );
  return rank === Infinity ? Infinity : Math.min(...own);
}

function byRank(one: Ranked, other: Ranked): number {
  return one.rank < other.rank ? -1 : Number(one.rank > other.rank);
}

function showsOneThing({ shows }: Ranked): boolean {
  return new Set(shows.map(({ what }) => what)).size === 1;
}

function isRoot(one: Ranked, explained: Explained): boolean {
  const { plain, general } = explained.get(one) ?? {};
  return plain === undefined && general === undefined;
}

/** The roots behind a failure. Itself: it is a root. @param isCertain whether a general explanation does not count */
function rootsOf(one: Ranked, explained: Explained, isCertain: boolean): readonly Ranked[] {
  const { plain, general } = explained.get(one) ?? {};
  const direct = plain ?? (general === undefined || isCertain ? undefined : [general]);
  if (direct === undefined) return [one];
  return [...new Set(direct.flatMap((root) => rootsOf(root, explained, isCertain)))];
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
function broadExplanationOf(one: Ranked, leading: readonly Ranked[]): readonly Ranked[] | undefined {
  const others = leading.filter((other) => other.rank < one.rank);
  const roots = one.shows.flatMap(
    (deviation) =>
      others.find((other) => hasShown(other, deviation) && mayBeOther(other, { by: one, deviation })) ?? [],
  );
  return roots.length === 0 || roots.length < one.shows.length ? undefined : roots;
}

function hasShown({ shows, alsoShows }: Ranked, deviation: Deviation): boolean {
  return [...shows, ...alsoShows].some((plain) => isAsPlainAs(plain, deviation));
}

/** A deviation in equal circumstances needs a more basic requirement. */
function isExplainedBy(plain: Shown, { by, deviation }: Shown): boolean {
  if (!isAsPlainAs(plain.deviation, deviation) || !mayBeOther(plain.by, { by, deviation })) return false;
  return plain.by.rank < by.rank || !isAsPlainAs(deviation, plain.deviation);
}

/** A deviation that may be either of two is the one of another failure only if all answers may be. */
function mayBeOther(other: Ranked, { by, deviation }: Shown): boolean {
  const { otherwise, ...own } = deviation;
  if (otherwise === undefined || hasShown(other, own)) return true;
  return by.alsoShows.every((one) => one.what !== deviation.what || hasShown(other, one));
}

/** The plainest deviation has no explanation: it would have to be plainer itself. */
function plainest(shown: readonly Shown[]): Ranked | undefined {
  const [first] = shown.toSorted(
    (one, other) => one.deviation.when.length - other.deviation.when.length || one.by.rank - other.by.rank,
  );
  return first?.by;
}

/** A waived root waives what certainly follows from it. It waives nothing that may have another cause: such a failure is a root. */
function failing(one: Ranked, explained: Explained): CheckResult {
  const { result } = one;
  const certain = rootsOf(one, explained, true);
  const likely = rootsOf(one, explained, false);
  const waivers = certain.flatMap((root) => root.result.waiver ?? []);
  const [waiver] = waivers;
  const isAccepted = result.verdict === "failed" && waiver !== undefined && waivers.length === certain.length;
  const isKnown = isAccepted || likely.every((root) => root.result.waiver !== undefined);
  const roots = isKnown ? certain : likely;
  if (roots.includes(one)) return result;
  const follows = roots.map((root) => root.result.requirement);
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
