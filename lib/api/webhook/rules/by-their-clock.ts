import type { Rule } from "../../../engine/requirement.ts";
import { readUtcTime } from "../../utc-time.ts";
import type { ConfigurationField } from "../configuration.ts";
import type { Moment } from "../moment.ts";
import { broken, NOTHING } from "./said.ts";
import { onReading } from "./steps.ts";

const STEPS_PER_MS = 10n ** 27n;
const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const TOLERANCE_MS = 2 * MINUTE_MS;
/** No time zone is further from UTC. */
const MAX_ZONE_MS = 14 * 60 * MINUTE_MS;

/**
 * A time that a write of this run has brought about is off by whole half hours where it is local time labelled UTC; what
 * else clocks differ by breaks nothing, nor does a clock that stands still or has a pace of its own.
 */
export function isNoLocalTime(field: Extract<ConfigurationField, "createTime" | "updateTime">): Rule<Moment> {
  return onReading(({ now, times }) => {
    const shown = now[field];
    if (typeof shown !== "string") return NOTHING;
    const [heardAt, moment] = [times.heardOf(field, shown), readUtcTime(shown)];
    if (heardAt === undefined || moment === undefined) return NOTHING;
    if (moment.precision > BigInt(MINUTE_MS) * STEPS_PER_MS) return NOTHING;
    const offMs = Number(moment.at / STEPS_PER_MS) - heardAt;
    const zoneMs = Math.round(offMs / HALF_HOUR_MS) * HALF_HOUR_MS;
    const isZone = zoneMs !== 0 && Math.abs(zoneMs) <= MAX_ZONE_MS;
    if (!isZone || Math.abs(offMs - zoneMs) > TOLERANCE_MS) return NOTHING;
    const expected = `\`${field}\` in UTC, near ${new Date(heardAt).toISOString()}, when it was written`;
    const minutes = zoneMs / MINUTE_MS;
    const deviation = { what: `times ${minutes} minutes from UTC`, when: [] };
    return broken(expected, `${shown}, ${minutes} minutes from it, as local time is`, undefined, deviation);
  });
}

/** Both are listened for. */
export function both(one: Rule<Moment>, other: Rule<Moment>): Rule<Moment> {
  return { ...one, hear: (moment) => [...one.hear(moment), ...other.hear(moment)] };
}
