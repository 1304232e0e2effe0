import { type Answer, isContradictory, succeeded } from "../../exchange/answer.ts";
import { configurationIn, type Configuration } from "../../merchant/configuration.ts";
import { isForged } from "../../request/draft.ts";
import type { RecordedExchange } from "../../../engine/requirement/recorded-exchange.ts";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { type CallbackUrls, hasNoPath } from "./callback-urls.ts";
import {
  ANY_STEP,
  causeOf,
  type FallWatch,
  kindsOfSteps,
  type Known,
  maybeStored,
  NOTHING_KNOWN,
  unmovedSince,
  kindsOf,
  stepOf,
  exchangesOf,
  groundsAfter,
  groundsRead,
  NO_GROUNDS,
} from "./known.ts";
import type { RefusedUrls } from "./belongings.ts";
import { MOST_STEPS_OF_A_FALL } from "./telling-falls.ts";
import { type ForeignUrl, OtherClients, sentenceAbout } from "./other-clients.ts";

/** Follows one merchant's configuration from answer to answer. */
export class ConfigurationModel {
  readonly others: OtherClients;
  #known: Known;
  #grounds = NO_GROUNDS;
  /** URLs of requests whose outcome is unknown: they may yet take effect. */
  readonly #stragglers = new Set<string>();
  readonly #watch: FallWatch;
  readonly #refusedUrls: RefusedUrls;

  /** @param ofRun what all merchants of a run show together */
  constructor(urls: CallbackUrls, ofRun: { readonly watch: FallWatch; readonly refusedUrls: RefusedUrls }) {
    this.#watch = ofRun.watch;
    this.#refusedUrls = ofRun.refusedUrls;
    this.#known = { ...NOTHING_KNOWN, refusedUrls: ofRun.refusedUrls };
    this.others = new OtherClients(urls);
  }

  get known(): Known {
    return this.#known;
  }

  /** The exchanges that what is known rests on, in the order in which they were sent. */
  get grounds(): readonly RecordedExchange[] {
    return exchangesOf(this.#grounds);
  }

  /** The last reading, when nothing has happened since that could have changed it. */
  get current(): Configuration | undefined {
    const { exists, since, stored, seen } = this.#known;
    return exists && since.length === 0 && stored !== undefined ? seen : undefined;
  }

  /** Takes the first query of the run for what it is: nothing is known yet. */
  meet(answer: Answer, exchange: RecordedExchange): void {
    const configuration = configurationIn(answer);
    const absent = configuration?.callbackUrl === undefined;
    this.#change({ absent });
    if (configuration === undefined || absent) return;
    this.others.meet(configuration);
    this.#learn(configuration, exchange);
  }

  /** Notes an answer that shows at most whether a register succeeded. */
  loseTrackAfter(answer: Answer, exchange: RecordedExchange): void {
    this.#notice(answer, exchange);
    this.#forget();
    if (answer.draft.label === "register" && succeeded(answer)) this.#change({ exists: true });
  }

  /** A request whose outcome is unknown: it may or may not have taken effect, now or later. */
  loseSightOf({ label, url }: Answer["draft"]): void {
    if (label !== "register" && label !== "disable") return;
    if (url !== undefined) {
      this.#stragglers.add(url);
      this.#refusedUrls.leaveOut(url);
    }
    this.#forget();
  }

  /**
   * Looks for other clients, before the answer is compared with what is known.
   * @throws {InconclusiveError} when the configuration was changed by another client
   */
  suspect(answer: Answer, exchange: RecordedExchange): void {
    const foreign = this.#notice(answer, exchange);
    const { repeated, draft } = answer;
    if (repeated && draft.url !== undefined) this.#stragglers.add(draft.url);
    const shown = draft.label === "query" && !isForged(draft) ? configurationIn(answer) : undefined;
    const { absent } = this.#known;
    if (absent && foreign !== undefined) this.#blame(foreign);
    if (typeof shown?.callbackUrl !== "string" || maybeStored(this.#known, shown.callbackUrl)) return;
    if (this.#stragglers.has(shown.callbackUrl)) {
      this.#forget();
      throw new InconclusiveError("A register whose answer was lost on the network took effect later.");
    }
    if (foreign !== undefined) this.#blame(foreign);
  }

  /**
   * Learns from an answer that was judged.
   * @param exchange as it is shown to people
   * @param heardAt milliseconds since 1970
   */
  step(answer: Answer, exchange: RecordedExchange, heardAt: number): void {
    const { label, expects, url } = answer.draft;
    if (label === "query" && expects === "success") {
      const configuration = configurationIn(answer);
      if (configuration !== undefined) this.#learn(configuration, exchange, heardAt);
      else if (this.#known.exists && !this.#known.absent) this.#forget(); // It is gone, and a rule has said so.
      return;
    }
    const step = stepOf(answer);
    this.#change({ since: [...this.#known.since, step], kinds: [...this.#known.kinds, ...kindsOf(answer)] });
    this.#grounds = groundsAfter(this.#grounds, step, exchange);
    if (step === "register") this.#change({ registeredAt: atOf(exchange) });
    if (label === "register") this.#registered(answer, url);
    if (label === "disable") this.#disabled(answer);
  }

  #registered(answer: Answer, url: string | undefined): void {
    const { expects } = answer.draft;
    const isOrdinary = expects === "success" || expects === "open";
    if (isContradictory(answer)) this.#change({ stored: undefined, disabled: undefined });
    else if (succeeded(answer)) {
      const stored = isOrdinary && url !== undefined ? [url] : undefined;
      const inAnyForm = expects === "open" || (url !== undefined && hasNoPath(url));
      const exists = this.#known.exists || !isForged(answer.draft);
      this.#change({ exists, stored, inAnyForm, disabled: undefined });
    } else if (isOrdinary) this.#forget();
  }

  #disabled(answer: Answer): void {
    const { expects } = answer.draft;
    const { disabled, wasDisabled, rejectedDisables } = this.#known;
    const isOrdinary = expects === "success";
    if (isContradictory(answer)) this.#openStatus();
    else if (succeeded(answer))
      this.#change({
        disabled: isOrdinary ? true : undefined,
        wasDisabled: wasDisabled || isOrdinary,
        isDisabledByRight: !isForged(answer.draft),
        ...(isOrdinary && { fall: undefined }),
      });
    else if (expects === "success" || expects === "open") {
      this.#openStatus();
      if (expects !== "success" || disabled !== false || answer.repeated) return;
      this.#change({ rejectedDisables: rejectedDisables + 1 });
      this.#forget();
    }
  }

  /** A disable without success may have been applied all the same. */
  #openStatus(): void {
    const { disabled, seen } = this.#known;
    const { status: _, ...others } = seen ?? {};
    this.#change({
      disabled: disabled === false ? undefined : disabled,
      seen: seen === undefined ? undefined : others,
    });
  }

  #notice(answer: Answer, exchange: RecordedExchange): ForeignUrl | undefined {
    const { label } = answer.draft;
    this.#refusedUrls.note(answer, this.#known);
    if (label === "register" && succeeded(answer)) this.others.registered();
    const shown = label === "query" ? configurationIn(answer) : undefined;
    return shown === undefined ? undefined : this.others.notice(shown, exchange);
  }

  #blame(foreign: ForeignUrl): never {
    this.#forget();
    throw new InconclusiveError(sentenceAbout(foreign));
  }

  #learn(configuration: Configuration, exchange: RecordedExchange, heardAt?: number): void {
    this.#grounds = groundsRead(this.#grounds, exchange);
    const { callbackUrl, status } = configuration;
    this.#change({
      falls: this.#fallsWith(status),
      fall: this.#fallWith(status, atOf(exchange)),
      first: this.#known.first ?? configuration,
      seen: configuration,
      seenAt: heardAt,
      ...(heardAt !== undefined && { unmoved: unmovedSince(this.#known.unmoved, configuration, heardAt) }),
      isDisabledByRight: false,
      isSeenDisabled: status === 0 && !this.#known.since.includes("register"),
      since: [],
      kinds: [],
      exists: true,
      absent: false,
      ...(typeof callbackUrl === "string" && { stored: [callbackUrl], inAnyForm: false }),
      disabled: this.#disabledWith(status),
    });
  }

  /** An enabled configuration that shows 0 may have been disabled by the target. */
  #disabledWith(status: Configuration["status"]): Known["disabled"] {
    const { disabled } = this.#known;
    if (status === 1) return false;
    return status === 0 && disabled === false ? undefined : disabled;
  }

  #fallsWith(status: Configuration["status"]): Known["falls"] {
    const { falls, seen, disabled, since } = this.#known;
    if (seen?.status !== 1 || disabled === true || (status !== 0 && status !== 1)) return falls;
    if (status === 0 && since.length > MOST_STEPS_OF_A_FALL) return falls;
    const counted = [ANY_STEP, ...kindsOfSteps(this.#known)].map((kind) => {
      const { fell, stayed } = falls[kind] ?? { fell: 0, stayed: 0 };
      return [kind, status === 0 ? { fell: fell + 1, stayed } : { fell, stayed: stayed + 1 }] as const;
    });
    return { ...falls, ...Object.fromEntries(counted) };
  }

  #fallWith(status: Configuration["status"], at: number): Known["fall"] {
    const { fall, seen, disabled, isDisabledByRight, since, registeredAt } = this.#known;
    const wasEnabled = seen?.status === 1 && disabled !== true;
    const sinceMs = registeredAt === undefined ? undefined : at - registeredAt;
    if (status === 1 && wasEnabled && sinceMs !== undefined) this.#watch.stays(sinceMs);
    if (status === 1 || (wasEnabled && isDisabledByRight)) return undefined;
    if (status === 0 && wasEnabled)
      return { after: causeOf(since), stayed: this.#watch.falls(sinceMs), isForGood: false };
    return fall && { ...fall, isForGood: fall.isForGood || since.includes("register") };
  }

  #forget(): void {
    this.#grounds = NO_GROUNDS;
    this.#change({
      stored: undefined,
      disabled: undefined,
      first: undefined,
      seen: undefined,
      seenAt: undefined,
      since: [],
      kinds: [],
    });
  }

  #change(changes: Partial<Known>): void {
    this.#known = { ...this.#known, ...changes };
  }
}

/** When a request was sent, in milliseconds since 1970. */
function atOf({ startedAt }: RecordedExchange): number {
  return Date.parse(startedAt);
}
