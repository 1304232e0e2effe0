import { type Deviation, SUCCESS } from "../../../engine/requirement/deviation.ts";
import { type Answer, isContradictory, meaningOf, succeeded, mustSucceed } from "../../exchange/answer.ts";
import {
  configurationIn,
  type Configuration,
  CONFIGURATION_FIELDS,
  type ConfigurationField,
  type Difference,
  differencesBetween,
} from "../../merchant/configuration.ts";
import { isObject, readJson, writeJson } from "../../json/json.ts";
import { isNowhere, MAX_CALLBACK_URL_CHARS } from "../../request/draft.ts";
import { grammarOf } from "../inputs/url-grammar.ts";
import {
  credentialDeviation,
  SUCCESS_OF_AN_ERROR,
  WITH_A_WRONG_KEY,
} from "../../exchange/credential-deviation.ts";
import { type Known, maybeStored, refusalBehind, stateCircumstances } from "./known.ts";
import {
  AFTER_SHOWN_DISABLED,
  ENABLED_AFTER_DISABLE,
  OF_A_REFUSED_REQUEST,
  OF_ANOTHER_REQUEST,
  OF_UNUSUAL_URL,
  OTHERS_CONFIGURATION,
  WITH_LITTLE_CHANGED,
} from "../../merchant/stored-deviations.ts";
import { changeOfUrl, differLittle } from "../../merchant/url-change.ts";

const LASTING: readonly ConfigurationField[] = ["id", "merchantId", "createTime", "eventTypes"];
/** Deliveries may touch the first, and be counted by the second. */
export const MOVING: readonly ConfigurationField[] = ["updateTime", "retryCount"];
/** Fields that differ between any two configurations. */
export const OWN: readonly ConfigurationField[] = ["id", "merchantId", "createTime"];
const NAMED_ANOTHER: Deviation = { what: OTHERS_CONFIGURATION, when: ["to a request that names another"] };
/** Another merchant calls at the same time. */
export const OF_ANOTHER: Deviation = { what: OTHERS_CONFIGURATION, when: ["by overlapping requests"] };
/**
 * Every field is another merchant's then. Those that differ between any two configurations show it by themselves. A target
 * that looks at no key may take one merchant for another.
 */
export const MIXED_UP: Deviation = {
  what: OTHERS_CONFIGURATION,
  when: [],
  otherwise: { what: WITH_A_WRONG_KEY, when: [] },
  spreadsTo: CONFIGURATION_FIELDS.filter((field) => !OWN.includes(field)),
};
export const WITHOUT_ENVELOPE = "an answer without a JSON object";
const WRONG_SCHEME = "with a wrong scheme";
const HOLDING_HTTPS = "that holds https";
export const ANOTHERS_DISABLE = "another merchant's disable";
/** A configuration is enabled after a disable, which may have disabled that of another merchant instead. */
export const RAISED: Deviation = {
  what: ENABLED_AFTER_DISABLE,
  when: [],
  part: "status",
  otherwise: movedField("status", [`by ${ANOTHERS_DISABLE}`]),
};
/** A value that comes back was changed by another step before. */
const EITHER_STEP = ["after a disable", "after a register"];
/** The time of the creation moves with each update, and so may stand before that or in its place. */
export const CREATED_AGAIN: Deviation = {
  what: "createTime changed",
  when: EITHER_STEP,
  part: "createTime",
};
/** The same request was accepted at once when it was sent again: what it asked for need not be the reason. */
const REJECTED_ONCE = "a valid request rejected once";
export const GONE = "no configuration, or a new one";
const OLD = "a configuration as it was before";

/** Knowledge about the values that an answer shows. */
export interface ShownValues {
  /** Something that only another merchant has, and the request did not hold. */
  readonly isOthers: boolean;
  /** Whether any merchant sent it as a callback URL. */
  wasSent(url: string): boolean;
}

/** In which ways an answer differs from what is expected of it, by what was known before. */
export function deviationsOf(answer: Answer, known: Known, shown: ShownValues): readonly Deviation[] {
  const { draft, envelope } = answer;
  const { label, expects } = draft;
  if (isNowhere(draft)) return [];
  if (label === "query" && shown.isOthers && !expects.startsWith("refused"))
    return [expects === "open" ? NAMED_ANOTHER : draft.overlaps === true ? OF_ANOTHER : MIXED_UP];
  if (envelope === undefined && draft.isAstray !== true)
    return [{ what: WITHOUT_ENVELOPE, door: label, when: [] }, ...rejections(answer, known)];
  if (expects !== "success" && isContradictory(answer)) return [SUCCESS_OF_AN_ERROR];
  if (envelope === undefined || expects === "open") return [];
  if (expects === "refused input") return succeeded(answer) ? [acceptedInput(answer)] : [];
  if (expects !== "success")
    return succeeded(answer) ? [credentialDeviation(answer, label, stateCircumstances(known))] : [];
  const now = label === "query" ? configurationIn(answer) : undefined;
  if (now !== undefined) return readingDeviations(now, known, shown);
  if (label === "query" && known.exists && succeeded(answer)) return [{ what: GONE, when: stepsIn(known) }];
  if (succeeded(answer) || !mustSucceed(answer, known)) return [];
  if (meaningOf(answer) === "refused") return rejections(answer, known);
  const when = requestCircumstances(answer, known);
  return [{ what: `${label} answered with malformed data`, when, part: SUCCESS }];
}

/** A valid request that is refused, with an envelope or without. */
function rejections(answer: Answer, known: Known): readonly Deviation[] {
  if (meaningOf(answer) !== "refused" || !mustSucceed(answer, known)) return [];
  const { acceptedAgain, draft } = answer;
  const rejected = {
    what: `${draft.label} rejected`,
    when: requestCircumstances(answer, known),
    part: SUCCESS,
    apart: true as const,
    ...(isOfUnseen(answer, known) && { otherwise: { what: OTHERS_CONFIGURATION, when: [] } }),
  };
  return acceptedAgain === true
    ? [{ ...rejected, what: REJECTED_ONCE, door: draft.label, otherwise: rejected }]
    : [rejected];
}

/** Whether a query finds nothing of a configuration that no query has shown yet: it may have become that of another merchant. */
function isOfUnseen({ draft: { label } }: Answer, { seen }: Known): boolean {
  return label === "query" && seen === undefined;
}

function acceptedInput({ draft: { label, url, body } }: Answer): Deviation {
  const invalid = { what: `${label} accepted an invalid body`, when: [], part: SUCCESS };
  if (url === undefined)
    return hasNoUrl(body)
      ? { ...invalid, what: `${label} accepted a body without a URL`, otherwise: invalid }
      : invalid;
  return acceptedUrl(url, label);
}

/** A URL was accepted that is not valid. */
export function acceptedUrl(url: string, label = "register"): Deviation {
  const isTooLong = url.length > MAX_CALLBACK_URL_CHARS;
  return isTooLong
    ? { what: `${label} accepted a URL that is too long`, when: [], part: SUCCESS }
    : { what: `${label} accepted a wrong URL`, when: kindOfUrl(url), part: SUCCESS };
}

/** Where a body is read by no parser of JSON, any body may be accepted. */
function hasNoUrl(body: Uint8Array = new Uint8Array()): boolean {
  const read = readJson(body);
  return read.ok && isObject(read.value) && (read.value["callbackUrl"] ?? null) === null;
}

/** Of wrong schemes, http is the plain case; of those that a search for `https` finds, one that has it elsewhere. */
function kindOfUrl(url: string): readonly string[] {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (url.startsWith("//")) return [WRONG_SCHEME, "none"];
  if (scheme === undefined && /.https/is.test(url)) return [WRONG_SCHEME, HOLDING_HTTPS, "that is no URL"];
  if (scheme === undefined || scheme === "https")
    return [grammarOf(url) === "none" ? "that is no URL" : "with https"];
  if (scheme.includes("https")) return [WRONG_SCHEME, HOLDING_HTTPS, "in the scheme"];
  if (/https/i.test(url)) return [WRONG_SCHEME, HOLDING_HTTPS];
  return scheme === "http" ? [WRONG_SCHEME] : [WRONG_SCHEME, scheme];
}

/** A query without any callback URL in it is the same in every state. */
function requestCircumstances({ draft: { label, url } }: Answer, known: Known): string[] {
  const isStored = url !== undefined && known.stored?.includes(url) === true;
  return [
    ...(url !== undefined && !isPlainUrl(url) ? [OF_UNUSUAL_URL] : []),
    ...(isStored ? ["of the stored URL"] : []),
    ...(known.exists && known.stored === undefined ? ["in an unknown state"] : []),
    ...(label === "register" ? stateCircumstances(known) : []),
  ];
}

function readingDeviations(now: Configuration, known: Known, shown: ShownValues): Deviation[] {
  const { seen = {}, first = {} } = known;
  const { callbackUrl } = now;
  const hasReturned = ({ field, after }: Difference) => writeJson(first[field] ?? null) === writeJson(after);
  const fields = differencesBetween(seen, now, LASTING).map((difference): Deviation => ({
    what: `${difference.field} changed`,
    when: hasReturned(difference) ? EITHER_STEP : stepsIn(known),
    part: difference.field,
  }));
  const isOther = (...own: readonly ConfigurationField[]) =>
    own.every((field) => fields.some(({ part }) => part === field));
  if (isOther(...OWN)) return [MIXED_UP];
  const isGone = callbackUrl === undefined && seen.callbackUrl !== undefined;
  const gone: Deviation = { what: "callbackUrl not shown", when: stepsIn(known), part: "callbackUrl" };
  const deviations = [
    ...(isOther("id", "createTime") ? fields.map((field) => ({ ...field, what: GONE })) : fields),
    ...(typeof callbackUrl === "string" ? urlDeviations(callbackUrl, known, shown) : []),
    ...(isGone ? [gone] : []),
    ...statusDeviations(now, known),
    ...movesByRefusals(now, known),
  ];
  return deviations.length > 0 && isOld(now, known) ? deviations.map(perhapsOld) : deviations;
}

/** Whether query shows in every field what it has shown before the last register or disable. */
function isOld(now: Configuration, { seen, since }: Known): boolean {
  const isLater = since.includes("register") || since.includes("disable");
  return isLater && seen !== undefined && differencesBetween(seen, now, CONFIGURATION_FIELDS).length === 0;
}

/** The last of its words say that query is late. */
function perhapsOld(deviation: Deviation): Deviation {
  const { otherwise, part, when } = deviation;
  const old: Deviation = { what: OLD, when, ...(part !== undefined && { part }) };
  return { ...deviation, otherwise: otherwise === undefined ? old : perhapsOld(otherwise) };
}

/** Register and disable may move further fields, and a refusal may not. */
function movesByRefusals(now: Configuration, { seen = {}, since }: Known): Deviation[] {
  if (since.includes("register") || since.includes("disable")) return [];
  const hasFallen = seen.status === 1 && now.status === 0;
  const moves = differencesBetween(seen, now, hasFallen ? [...MOVING, "status"] : MOVING);
  return moves.map(({ field }) => movedField(field, stepsIn({ since })));
}

/** A field was moved that only register and disable may move. */
export function movedField(field: string, when: readonly string[]): Deviation {
  return { what: field === "status" ? "status falls" : `${field} moves`, when, part: field };
}

/** Requests that may have changed a configuration since it was read. */
function stepsIn({ since }: Pick<Known, "since">): string[] {
  return [...new Set(since)].filter((step) => step !== "other").map((step) => `after a ${step}`);
}

function statusDeviations({ status }: Configuration, known: Known): Deviation[] {
  if (known.disabled !== true || status !== 1) return [];
  const isShown = known.isSeenDisabled;
  const steps = stepsIn(known).filter((step) => isShown || step !== "after a disable");
  const earlier = isShown ? [AFTER_SHOWN_DISABLED] : [];
  const { otherwise: _, ...raised } = RAISED;
  return [{ ...(isShown ? raised : RAISED), when: [...steps, ...earlier] }];
}

function urlDeviations(callbackUrl: string, known: Known, shown: ShownValues): Deviation[] {
  const forgery = known.refusedUrls.forgeryOf(callbackUrl);
  if (forgery !== undefined) return [{ ...forgery, part: "callbackUrl" }];
  if (refusalBehind(callbackUrl, known) !== undefined)
    return [{ what: OF_A_REFUSED_REQUEST, when: [], part: "callbackUrl" }];
  const { first, seen, stored: [given = ""] = [], since } = known;
  if (maybeStored(known, callbackUrl)) return [];
  const isSame = callbackUrl.toLowerCase() === given.toLowerCase();
  const isSeen = callbackUrl === seen?.callbackUrl && !given.startsWith(callbackUrl);
  const isOwn = shown.wasSent(callbackUrl) || (isSeen && callbackUrl === first?.callbackUrl);
  const isSent = !isSame && callbackUrl !== "" && isOwn;
  const isRegistered = since.includes("register");
  /** A refused request in between explains only what it could have brought. */
  const steps = stepsIn(known).filter(
    (step) => !isRegistered || isSent || !step.startsWith("after a refused"),
  );
  const unusual = isRegistered && !isPlainUrl(given) ? [OF_UNUSUAL_URL] : [];
  const state = isRegistered ? stateCircumstances(known) : [];
  const changed = changeOfUrl(given, callbackUrl, [...steps, ...unusual, ...state]);
  if (!isSent) return [changed];
  const ofAnother = { what: OF_ANOTHER_REQUEST, part: "callbackUrl" };
  return differLittle(callbackUrl, given)
    ? [{ ...ofAnother, when: [...steps, ...state, WITH_LITTLE_CHANGED], otherwise: changed }]
    : [{ ...ofAnother, when: changed.when }];
}

const PLAIN = /^https:\/\/[a-z\d.:-]+(?:\/[a-z\d-]+)*\/(?:hook|[a-z]{8,})\/\d+$/;

/** Whether a callback URL is one of those that no validator and no store takes wrongly: `https://host/run/hook/12`. */
export function isPlainUrl(url: string): boolean {
  return PLAIN.test(url);
}
