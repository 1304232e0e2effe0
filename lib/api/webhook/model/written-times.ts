import { readUtcTime } from "../../json/utc-time.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import type { TimesOfMerchant } from "../webhook-moment.ts";
import type { Known } from "./known.ts";

/** A time that this run has brought about, as it was shown, and when it was heard of. */
interface Written {
  readonly shownMs: number;
  readonly precisionMs: number;
  readonly at: number;
}

const STEPS_PER_MS = 10n ** 27n;
/** A Date header shows whole seconds. */
const LEAST_APART_MS = 2_000;
const OFF_AT_MOST_MS = 1_500;

type TimeField = "createTime" | "updateTime";
type Shown = Pick<Configuration, TimeField | "callbackUrl">;

/**
 * What the times of a run's writes tell of the clock that they are taken from. It may be simulated: one that stands
 * still, or goes faster, shows any time, and nothing is stated about it.
 */
export class WrittenTimes {
  readonly #written = new Map<string, Written>();
  readonly #read = new Set<string>();
  /** The `updateTime` of each merchant that no register of this run can have moved. */
  readonly #before = new Map<string, string>();
  #first: Written | undefined;
  #last: Written | undefined;

  /** Learns from a reading; what was known is what was before it. */
  note(merchant: string, shown: Shown, { seen, since, absent }: Known, heardAt: number): void {
    const { createTime, updateTime, callbackUrl } = shown;
    const isRegistered = since.includes("register");
    for (const text of [createTime, updateTime]) if (typeof text === "string") this.#read.add(text);
    if (!isRegistered) {
      if (typeof updateTime === "string" && !this.#before.has(merchant))
        this.#before.set(merchant, updateTime);
      return;
    }
    if (absent) this.#take(merchant, "createTime", createTime, heardAt);
    const isMoved = absent || (seen !== undefined && seen.updateTime !== updateTime);
    if (isMoved && (absent || seen?.callbackUrl !== callbackUrl))
      this.#take(merchant, "updateTime", updateTime, heardAt);
  }

  of(merchant: string): TimesOfMerchant {
    return {
      heardOf: (field, shown) => this.#heardOf(merchant, field, shown),
      isTelling: (updateTime) => this.#isTelling(merchant, updateTime),
    };
  }

  #heardOf(merchant: string, field: TimeField, shown: string): number | undefined {
    return this.#keepsPace ? this.#written.get(keyOf(merchant, field, shown))?.at : undefined;
  }

  #isTelling(merchant: string, updateTime: string): boolean {
    if (this.#first !== undefined && this.#first.shownMs !== this.#last?.shownMs) return true;
    return this.#before.get(merchant) === updateTime && this.#read.size > 1;
  }

  get #keepsPace(): boolean {
    if (this.#first === undefined || this.#last === undefined) return false;
    const precisionMs = Math.max(this.#first.precisionMs, this.#last.precisionMs);
    const [shownMs, heardMs] = [this.#last.shownMs - this.#first.shownMs, this.#last.at - this.#first.at];
    return (
      heardMs >= LEAST_APART_MS + 2 * precisionMs &&
      Math.abs(shownMs - heardMs) <= OFF_AT_MOST_MS + precisionMs
    );
  }

  #take(merchant: string, field: TimeField, shown: Configuration[TimeField], at: number): void {
    const moment = typeof shown === "string" ? readUtcTime(shown) : undefined;
    if (typeof shown !== "string" || moment === undefined) return;
    const precisionMs = Number(moment.precision / STEPS_PER_MS);
    const written = { shownMs: Number(moment.at / STEPS_PER_MS), precisionMs, at };
    const key = keyOf(merchant, field, shown);
    if (!this.#written.has(key)) this.#written.set(key, written);
    if (field === "createTime") return;
    this.#first ??= written;
    this.#last = written;
  }
}

function keyOf(merchant: string, field: TimeField, shown: string): string {
  return JSON.stringify([merchant, field, shown]);
}
