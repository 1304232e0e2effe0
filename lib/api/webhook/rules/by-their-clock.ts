import type { Deviation } from "../../../engine/requirement/deviation.ts";
import type { Rule, RuleFinding } from "../../../engine/requirement/requirement.ts";
import { readUtcTime } from "../../json/utc-time.ts";
import type { ConfigurationField } from "../../merchant/configuration.ts";
import type { WebhookMoment } from "../webhook-moment.ts";
import { broken, KEPT, NOTHING } from "../../exchange/rule-findings.ts";
import { everyField } from "./every-answer.ts";
import { onReading } from "./steps.ts";
import type { Form } from "../../json/form.ts";

/** The steps in which instants count. */
export const STEPS_PER_MS = 10n ** 27n;
const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const TOLERANCE_MS = 2 * MINUTE_MS;
/** Clocks that are set at all differ by less. */
const NEAR_MS = 5 * MINUTE_MS;
/** No time zone is further from UTC. */
const MAX_ZONE_MS = 14 * 60 * MINUTE_MS;

const SET_BACK: Deviation = { what: "updateTime goes back", when: [], part: "updateTime" };
const OTHER_FORM: Deviation = { what: "times in another form", when: [] };

type TimeField = Extract<ConfigurationField, "createTime" | "updateTime">;

/** A time as it is shown, and how far it is from the write that it is about, in milliseconds. */
interface Shown {
  readonly text: string;
  readonly heardAt: number;
  readonly offMs: number;
  readonly precisionMs: number;
  /** How far a time zone is off that explains it; 0: none does. */
  readonly zoneMs: number;
}

/** A time of a configuration is a moment in UTC. Of two times in another form, or in the same zone, one is a root. */
export function isInUtc(field: TimeField, form: Form): Rule<WebhookMoment> {
  return bothRules(everyField(field, form, [OTHER_FORM]), isNoLocalTime(field));
}

/**
 * A time that a write of this run has brought about is off by whole half hours where it is local time labelled UTC; what
 * else clocks differ by breaks nothing, nor does a clock that stands still or has a pace of its own.
 */
function isNoLocalTime(field: TimeField): Rule<WebhookMoment> {
  return onTime(field, ({ text, heardAt, zoneMs, precisionMs }) => {
    if (zoneMs === 0 || precisionMs > MINUTE_MS) return NOTHING;
    const minutes = zoneMs / MINUTE_MS;
    const expected = `\`${field}\` in UTC, near ${new Date(heardAt).toISOString()}, when it was written`;
    const actual = `${text}, ${minutes} minutes from it, as local time is`;
    return broken(expected, actual, { deviations: zoneDeviations(zoneMs) });
  });
}

/** A time that a write of this run has brought about is near the moment of the write; local time is judged elsewhere. */
export function isNearTheWrite(field: TimeField): Rule<WebhookMoment> {
  return onTime(field, ({ text, heardAt, offMs, precisionMs, zoneMs }) => {
    if (zoneMs !== 0) return NOTHING;
    if (Math.abs(offMs) <= NEAR_MS + precisionMs) return KEPT;
    const minutes = Math.round(Math.abs(offMs) / MINUTE_MS);
    return broken(
      `\`${field}\` near ${new Date(heardAt).toISOString()}, when it was written`,
      `${text}, ${minutes} minutes ${offMs < 0 ? "before" : "after"} it`,
      { parts: [field] },
    );
  });
}

function onTime(field: TimeField, judge: (shown: Shown) => readonly RuleFinding[]): Rule<WebhookMoment> {
  return onReading(({ now, times }) => {
    const text = now[field];
    if (typeof text !== "string") return NOTHING;
    const [heardAt, moment] = [times.heardOf(field, text), readUtcTime(text)];
    if (heardAt === undefined || moment === undefined) return NOTHING;
    const offMs = Number(moment.at / STEPS_PER_MS) - heardAt;
    const precisionMs = Number(moment.precision / STEPS_PER_MS);
    return judge({ text, heardAt, offMs, precisionMs, zoneMs: zoneOf(offMs) });
  });
}

/** How an `updateTime` deviates that lies so far before another time. */
export function backDeviations(offMs: number): readonly Deviation[] {
  const inZone = zoneDeviations(offMs);
  return inZone.length > 0 ? inZone : [SET_BACK];
}

/** In which way times deviate that are off by so much; empty: not as local time is. */
function zoneDeviations(offMs: number): readonly Deviation[] {
  const zoneMs = zoneOf(offMs);
  return zoneMs === 0 ? [] : [{ what: `times ${Math.abs(zoneMs) / MINUTE_MS} minutes from UTC`, when: [] }];
}

function zoneOf(offMs: number): number {
  const zoneMs = Math.round(offMs / HALF_HOUR_MS) * HALF_HOUR_MS;
  return Math.abs(zoneMs) <= MAX_ZONE_MS && Math.abs(offMs - zoneMs) <= TOLERANCE_MS ? zoneMs : 0;
}

export function bothRules(one: Rule<WebhookMoment>, other: Rule<WebhookMoment>): Rule<WebhookMoment> {
  return { ...one, hear: (moment) => [...one.hear(moment), ...other.hear(moment)] };
}
