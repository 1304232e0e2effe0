import type { RuleFinding } from "../../../engine/requirement/requirement.ts";
import { describeJson, type JsonValue } from "../../json/json.ts";
import { type ConfigurationField, differencesBetween } from "../../merchant/configuration.ts";
import { ANY_STEP, type Falls, kindsOfSteps, maybeStored, isDisableAlone } from "../model/known.ts";
import { MOST_STEPS_OF_A_FALL, TELLING_FALLS } from "../model/telling-falls.ts";
import { broken, doubtful, KEPT, NOTHING } from "../../exchange/rule-findings.ts";
import { isCreation, type Reading } from "./steps.ts";

/** Fields that only register and disable may change. */
const UNTOUCHED = ["id", "merchantId", "createTime", "eventTypes"] as const;
/** Of this a reading that leaves it out says nothing. */
const MAY_VANISH: ConfigurationField = "eventTypes";
/** Readings of an enabled configuration that was enabled still. */
const EARLY = 30;
const NEVER: Falls = { fell: 0, stayed: 0 };
/** So seldom a status may fall by itself each time after one kind of step, by how often it falls after others of its cause. */
const COINCIDENCE = 1e-4;

export function keepsField(field: ConfigurationField): (reading: Reading) => readonly RuleFinding[] {
  return ({ now, known: { seen = {}, since } }) => {
    const [was, is] = [seen[field], now[field]];
    if (was === undefined) return NOTHING;
    if (is === undefined) return vanished(field, was, isDisableAlone(since));
    const [difference] = differencesBetween(seen, now, [field]);
    if (difference === undefined) return KEPT;
    const { before, after } = difference;
    return broken(`\`${field}\` still ${describeJson(before)}`, describeJson(after), {
      compared: [before, after],
      parts: [field],
    });
  };
}

export function showsWhatIsStored({ now: { callbackUrl }, known }: Reading): readonly RuleFinding[] {
  const { stored } = known;
  if (stored === undefined || typeof callbackUrl !== "string") return NOTHING;
  if (maybeStored(known, callbackUrl)) return KEPT;
  if (isCreation(known)) return NOTHING;
  const [only, ...others] = stored;
  const compared = only !== undefined && others.length === 0 ? ([only, callbackUrl] as const) : undefined;
  return broken(`\`callbackUrl\` ${describeAlternatives(stored)}`, describeJson(callbackUrl), {
    compared,
    parts: ["callbackUrl"],
  });
}

/** A callback URL that is shown at times is shown always. */
export function stillShowsTheUrl({ now, known: { seen = {}, since } }: Reading): readonly RuleFinding[] {
  const was = seen.callbackUrl;
  return was === undefined || now.callbackUrl !== undefined
    ? NOTHING
    : vanished("callbackUrl", was, isDisableAlone(since));
}

export function staysDisabled({ now: { status }, known: { disabled } }: Reading): readonly RuleFinding[] {
  if (disabled !== true || (status !== 0 && status !== 1)) return NOTHING;
  return status === 0 ? KEPT : broken("`status` 0", describeJson(status), { parts: ["status"] });
}

/** Of an enabled configuration the status does not fall each time after the same step: now and then it may fall by itself. */
function staysEnabled(reading: Reading): readonly RuleFinding[] {
  const { now, known } = reading;
  const { seen, disabled, falls } = known;
  if (disabled === true || seen?.status !== 1 || now.status === undefined) return NOTHING;
  if (now.status !== 0) return keepsField("status")(reading);
  if (known.since.length > MOST_STEPS_OF_A_FALL) return NOTHING;
  const all = falls[ANY_STEP] ?? NEVER;
  const [cause = NEVER, ...narrower] = kindsOfSteps(known).map((kind) => falls[kind] ?? NEVER);
  const times = [
    ...(isTelling(cause, all, all) ? [cause] : []),
    ...narrower.filter((one) => isTelling(one, cause, all)),
  ].map(({ fell }) => fell + 1);
  if (times.length === 0) return NOTHING;
  return broken("`status` still 1", `0, each of ${Math.max(...times)} times`, { parts: ["status"] });
}

/** @param wider the readings after the same cause, to which these belong */
function isTelling(one: Falls, wider: Falls, all: Falls): boolean {
  return one.stayed === 0 && one.fell + 1 >= tellingFalls(one, wider, all);
}

function tellingFalls({ fell }: Falls, wider: Falls, all: Falls): number {
  if (all.fell === fell) return all.stayed < EARLY ? TELLING_FALLS.early : TELLING_FALLS.usually;
  const others = wider.fell - fell;
  const share = (others + 1) / (others + wider.stayed + 2);
  return Math.max(TELLING_FALLS.amongOthers, Math.ceil(Math.log(COINCIDENCE) / Math.log(share)));
}

const OF_ALL_FIELDS = [showsWhatIsStored, stillShowsTheUrl, staysEnabled, ...UNTOUCHED.map(keepsUntouched)];

/** Nothing that only register and disable may change has changed. */
export function keepsEverything(reading: Reading): readonly RuleFinding[] {
  return OF_ALL_FIELDS.flatMap((judge) => judge(reading));
}

function keepsUntouched(field: ConfigurationField): (reading: Reading) => readonly RuleFinding[] {
  const keeps = keepsField(field);
  return (reading) => (field === MAY_VANISH && reading.now[field] === undefined ? NOTHING : keeps(reading));
}

/**
 * Every field is optional, so that leaving one out breaks nothing; but it does not show that the field was kept.
 * One that is there until disable takes it away is not kept.
 */
function vanished(field: ConfigurationField, was: JsonValue, byDisable: boolean): readonly RuleFinding[] {
  return byDisable
    ? broken(`\`${field}\` still ${describeJson(was)}`, "nothing", { parts: [field] })
    : doubtful(`The target returned \`${field}\` before, and no longer does.`);
}

/** Values of which one is expected, for people. */
export function describeAlternatives(urls: readonly string[]): string {
  return urls.map((url) => describeJson(url)).join(" or ");
}
