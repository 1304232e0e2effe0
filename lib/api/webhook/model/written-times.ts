import { readUtcTime } from "../../json/utc-time.ts";
import type { FoldableAnswers, LoggedAnswer } from "../../exchange/answer-log.ts";
import { type Configuration, configurationIn } from "../../merchant/configuration.ts";
import type { TimesOfMerchant } from "../webhook-moment.ts";
import type { Known } from "./known.ts";

/** An answer, and what was known of its caller's configuration before it. */
export interface KnownAnswer extends Pick<LoggedAnswer, "caller" | "answer" | "heardAt" | "observed"> {
  readonly known: Known;
}

/** A time that this run has brought about, as it was shown, and when it was heard of. */
interface Written {
  readonly shownMs: number;
  readonly precisionMs: number;
  /** By the Date header or by the clock of this machine, whichever is nearer: a gateway may have a clock of its own. */
  readonly at: number;
  /** By the clock of this machine, which shows more than the whole seconds of a Date header. */
  readonly receivedAt: number;
}

interface Times {
  readonly written: Map<string, Written>;
  readonly read: Set<string>;
  /** The `updateTime` of each merchant that no register of this run can have moved. */
  readonly before: Map<string, string>;
  first?: Written;
  /** A database may write the times of what it creates, by another clock than that of the updates. */
  firstUpdate?: Written;
  last?: Written;
}

const STEPS_PER_MS = 10n ** 27n;
/** A shorter look at a clock does not show its pace. */
const LEAST_APART_MS = 500;
/** By so much the answers of two readings may be late. */
const LATE_MS = 150;
const LATE_SHARE = 0.1;

type TimeField = "createTime" | "updateTime";

/**
 * The times of a run's writes, by merchant, and the clock that they are taken from. It may be simulated: one that stands
 * still, or goes faster, shows any time, and nothing is stated about it.
 */
export function foldWrittenTimes(
  answers: FoldableAnswers<KnownAnswer>,
): (merchant: string) => TimesOfMerchant {
  const times = answers.fold<Times>({ written: new Map(), read: new Set(), before: new Map() }, addReading);
  return (merchant) => ({
    heardOf: (field, shown) =>
      keepsPace(times()) ? times().written.get(keyOf(merchant, field, shown))?.at : undefined,
    isTelling: (updateTime) => {
      const { first, last, before, read } = times();
      if (first !== undefined && first.shownMs !== last?.shownMs) return true;
      return before.get(merchant) === updateTime && read.size > 1;
    },
  });
}

/** Learns from a reading that no other request overlaps. */
function addReading(times: Times, { caller, answer, known, heardAt, observed }: KnownAnswer): void {
  const isAlone = answer.draft.label === "query" && answer.draft.overlaps !== true;
  const shown = isAlone ? configurationIn(answer) : undefined;
  if (shown === undefined) return;
  const { createTime, updateTime, callbackUrl } = shown;
  const { seen, since, absent } = known;
  const heard = { at: heardAt, receivedAt: observed?.receivedAt ?? heardAt };
  for (const text of [createTime, updateTime]) if (typeof text === "string") times.read.add(text);
  if (!since.includes("register")) {
    if (typeof updateTime === "string" && !times.before.has(caller)) times.before.set(caller, updateTime);
    return;
  }
  if (absent) addWritten(times, [caller, "createTime"], createTime, heard);
  const isMoved = absent || (seen !== undefined && seen.updateTime !== updateTime);
  if (!isMoved || (!absent && seen?.callbackUrl === callbackUrl)) return;
  const moved = addWritten(times, [caller, "updateTime"], updateTime, heard);
  if (moved === undefined) return;
  times.first ??= moved;
  if (!absent) times.firstUpdate ??= moved;
  times.last = moved;
}

/** @returns the time, if it is one */
function addWritten(
  { written }: Times,
  of: readonly [merchant: string, field: TimeField],
  shown: Configuration[TimeField],
  { at, receivedAt }: Pick<Written, "at" | "receivedAt">,
): Written | undefined {
  const moment = typeof shown === "string" ? readUtcTime(shown) : undefined;
  if (typeof shown !== "string" || moment === undefined) return undefined;
  const precisionMs = Number(moment.precision / STEPS_PER_MS);
  const shownMs = Number(moment.at / STEPS_PER_MS);
  const isNearer = Math.abs(at - shownMs) <= Math.abs(receivedAt - shownMs);
  const time = { shownMs, precisionMs, at: isNearer ? at : receivedAt, receivedAt };
  const key = keyOf(...of, shown);
  if (!written.has(key)) written.set(key, time);
  return time;
}

function keepsPace({ first, firstUpdate, last }: Times): boolean {
  return [first, firstUpdate].some((since) => isInPace(since, last));
}

function isInPace(first: Written | undefined, last: Written | undefined): boolean {
  if (first === undefined || last === undefined) return false;
  const precisionMs = Math.max(first.precisionMs, last.precisionMs);
  const [shownMs, heardMs] = [last.shownMs - first.shownMs, last.receivedAt - first.receivedAt];
  return (
    heardMs >= LEAST_APART_MS + 2 * precisionMs &&
    Math.abs(shownMs - heardMs) <= LATE_MS + LATE_SHARE * heardMs + precisionMs
  );
}

function keyOf(merchant: string, field: TimeField, shown: string): string {
  return JSON.stringify([merchant, field, shown]);
}
