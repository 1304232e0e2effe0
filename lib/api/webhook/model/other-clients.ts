import type { RecordedExchange } from "../../../engine/requirement/recorded-exchange.ts";
import type { Configuration } from "../../merchant/configuration.ts";
import { describeJson } from "../../json/json.ts";
import type { CallbackUrls } from "./callback-urls.ts";

/** A callback URL that this run has not registered. */
export interface ForeignUrl {
  readonly callbackUrl: string;
  /** It carries the id of another run: no target makes that up. */
  readonly isCertain: boolean;
  readonly shownBy: RecordedExchange;
}

/** After so many registers of this run in a row, the target itself generates the URL. */
const READINGS_OF_A_HABIT = 5;
/** The same where the target has stored URLs of this run: another client may act a few times in a row. */
const READINGS_OF_A_NEW_HABIT = 10;

/** Distinguishes URLs that another client registered from URLs that the target generates. */
export class OtherClients {
  readonly #urls: CallbackUrls;
  /** URLs that the target generates. */
  readonly #generated = new Set<string>();
  /** The configuration from before the run. */
  #met: Configuration = {};
  readonly #foreignUrls: ForeignUrl[] = [];
  #merchantId: Configuration["merchantId"];
  /** A URL of this run was read: the target stores what it is sent. */
  #isOurUrlSeen = false;
  #last: string | undefined;
  #readings = 0;
  #isRegisteredSince = false;

  constructor(urls: CallbackUrls) {
    this.#urls = urls;
  }

  /** In the order in which the run found them, without URLs that the target generates. */
  get foreignUrls(): readonly ForeignUrl[] {
    return this.#foreignUrls.filter(({ callbackUrl }) => !this.#generated.has(callbackUrl));
  }

  /** Remembers the configuration from before the run. It is not foreign, though {@link notice} has taken it for that. */
  meet(configuration: Configuration): void {
    this.#met = configuration;
    this.#foreignUrls.length = 0;
    this.#merchantId = configuration.merchantId;
  }

  /** Notes that a register of this run succeeded. */
  registered(): void {
    this.#isRegisteredSince = true;
  }

  /** Finds a URL of another client in a reading; undefined: no such URL. Ignores another merchant's configuration: that is a defect of the target. */
  notice(now: Configuration, shownBy: RecordedExchange): ForeignUrl | undefined {
    const { callbackUrl, merchantId } = now;
    if (typeof callbackUrl !== "string" || this.#generated.has(callbackUrl) || this.#isFromBefore(now))
      return undefined;
    if (!this.#urls.isForeign(callbackUrl)) {
      this.#merchantId ??= merchantId;
      // The target stores what it is sent: it did not generate the URLs before.
      if (!this.#isOurUrlSeen) this.#generated.clear();
      this.#isOurUrlSeen = true;
      this.#readings = 0;
      return undefined;
    }
    if (merchantId !== undefined && this.#merchantId !== undefined && merchantId !== this.#merchantId)
      return undefined;
    const foreign = { callbackUrl, isCertain: this.#urls.isOfAnotherRun(callbackUrl), shownBy };
    if (!foreign.isCertain && this.#isHabit(callbackUrl)) return undefined;
    this.#foreignUrls.push(foreign);
    return foreign;
  }

  /** Whether the target shows what was stored before the run. Who registers that URL again moves `updateTime`. */
  #isFromBefore({ callbackUrl, updateTime }: Configuration): boolean {
    const isMoved = updateTime !== undefined && updateTime !== this.#met.updateTime;
    return callbackUrl === this.#met.callbackUrl && !(this.#isOurUrlSeen && isMoved);
  }

  /** Whether query returns the same URL after every register. */
  #isHabit(callbackUrl: string): boolean {
    if (callbackUrl !== this.#last) this.#readings = 1;
    else if (this.#isRegisteredSince) this.#readings += 1;
    this.#last = callbackUrl;
    this.#isRegisteredSince = false;
    const enough = this.#isOurUrlSeen ? READINGS_OF_A_NEW_HABIT : READINGS_OF_A_HABIT;
    if (this.#readings < enough) return false;
    this.#generated.add(callbackUrl);
    return true;
  }
}

/** Explains a foreign URL, and what to do about it. */
export function sentenceAbout({ callbackUrl, isCertain }: ForeignUrl): string {
  const whose = isCertain ? "another run of this suite" : "another client";
  return `Another client is changing this configuration: its callback URL is ${describeJson(callbackUrl)}, which ${whose} has registered, not this run. Run again when no other client uses this merchant.`;
}
