import { type Answer, configurationIn, describeAnswer, succeeded } from "../client/answer.ts";
import { InconclusiveError } from "../verdict.ts";
import type { Configuration } from "../wire/configuration.ts";
import { show } from "../wire/finding.ts";
import type { RecordedExchange } from "../result.ts";
import type { CallbackUrls } from "./callback-urls.ts";
import { Grounds } from "./grounds.ts";
import { type Step, stepOf } from "./step.ts";
import { sentenceAbout, type Sighting, Strangers } from "./strangers.ts";
import { alternatives, broken, type Known, type Testimony, testimonyOf } from "./testimony.ts";

/**
 * Knows of one merchant's configuration what the document states (sections 1 and 3.2) and nothing else,
 * and judges by it every answer that this merchant's requests get, one after the other.
 */
export class Witness {
  readonly strangers: Strangers;
  #stored: Known["stored"];
  #disabled: Known["disabled"];
  #seen: Known["seen"];
  #since: Step[] = [];
  readonly #grounds = new Grounds();
  #exists = false;
  #absent = false;
  /** URLs of requests whose outcome is unknown: they may yet take effect. */
  readonly #stragglers = new Set<string>();
  /** What the answer under judgement shows of another client. */
  #sighting: Sighting | undefined;

  constructor(urls: CallbackUrls) {
    this.strangers = new Strangers(urls);
  }

  /** The last reading, when nothing has happened since that could have changed it. */
  get current(): Configuration | undefined {
    return this.#exists && this.#since.length === 0 && this.#stored !== undefined ? this.#seen : undefined;
  }

  /** The last reading, whatever has happened since. */
  get seen(): Configuration | undefined {
    return this.#seen;
  }

  /** Whether the configuration is known to be enabled, so that disable must succeed. */
  get enabled(): boolean {
    return this.#disabled === false;
  }

  /** Whether the configuration was disabled, and nothing has happened since that could have enabled it. */
  get disabled(): boolean {
    return this.#disabled === true;
  }

  get exists(): boolean {
    return this.#exists;
  }

  /** Whether no configuration exists, as far as query tells. */
  get absent(): boolean {
    return this.#absent;
  }

  /** The exchanges that what is known rests on, in the order in which they were sent. */
  get grounds(): readonly RecordedExchange[] {
    return this.#grounds.exchanges;
  }

  /** Takes the first query of the run for what it is: nothing is known yet. */
  meet(answer: Answer, exchange: RecordedExchange): void {
    const configuration = configurationIn(answer);
    this.#absent = configuration?.callbackUrl === undefined;
    if (configuration === undefined || this.#absent) return;
    this.strangers.meet(configuration);
    this.#learn(configuration, exchange);
  }

  /** Forgets what the configuration was. */
  #forget(): void {
    this.#stored = undefined;
    this.#disabled = undefined;
    this.#seen = undefined;
    this.#since = [];
    this.#grounds.forget();
  }

  /** An answer from which nothing can be told but whether a register succeeded. */
  loseTrackAfter(answer: Answer): void {
    this.#notice(answer);
    this.#forget();
    if (answer.draft.label === "register" && succeeded(answer)) this.#exists = true;
  }

  /** A request whose outcome is unknown: it may or may not have taken effect, now or later. */
  lostSightOf({ label, url }: Answer["draft"]): void {
    if (label !== "register" && label !== "disable") return;
    if (url !== undefined) this.#stragglers.add(url);
    this.#forget();
  }

  /**
   * Judges one answer and learns from it.
   * @param exchange as it is shown to people
   * @throws {InconclusiveError} when the configuration was changed by another client.
   */
  hear(answer: Answer, exchange: RecordedExchange): Testimony[] {
    const { label, url } = answer.draft;
    this.#notice(answer);
    if (answer.repeated && url !== undefined) this.#stragglers.add(url);
    if (label === "query") return this.#hearQuery(answer, exchange);
    this.#take(answer, exchange);
    if (label === "register") return this.#hearRegister(answer);
    return label === "disable" ? this.#hearDisable(answer) : [];
  }

  #take(answer: Answer, exchange: RecordedExchange): void {
    const step = stepOf(answer);
    this.#since.push(step);
    this.#grounds.took(step, exchange);
  }

  /** Keeps an eye on other clients. */
  #notice(answer: Answer): void {
    const { label } = answer.draft;
    if (label === "register" && succeeded(answer)) this.strangers.registered();
    const shown = label === "query" ? configurationIn(answer) : undefined;
    this.#sighting = shown === undefined ? undefined : this.strangers.notice(shown);
  }

  #hearRegister(answer: Answer): Testimony[] {
    const { expects, url } = answer.draft;
    if (succeeded(answer)) {
      this.#exists = true;
      const knowable = (expects === "success" || expects === "open") && url !== undefined;
      this.#stored = knowable ? [url] : undefined;
      this.#disabled = undefined;
      return expects === "success" ? [{ requirement: "register.accepts" }] : [];
    }
    if (expects === "open" || expects === "success") this.#forget();
    return expects === "success" ? [broken("register.accepts", "`data` true", describeAnswer(answer))] : [];
  }

  #hearDisable(answer: Answer): Testimony[] {
    const { expects } = answer.draft;
    const [wasEnabled, wasDisabled] = [this.#disabled === false, this.#disabled === true];
    if (succeeded(answer)) {
      this.#disabled = expects === "success" ? true : undefined;
      const bare = answer.draft.body === undefined ? [{ requirement: "disable.needs-no-body" as const }] : [];
      return expects === "success" && !wasDisabled ? [{ requirement: "disable.succeeds" }, ...bare] : [];
    }
    if (expects !== "success" && expects !== "open") return [];
    this.#openStatus();
    if (expects === "open" || !wasEnabled || answer.repeated) return [];
    this.#forget();
    return [broken("disable.succeeds", "`data` true", describeAnswer(answer))];
  }

  /** A disable without success may have been applied all the same. */
  #openStatus(): void {
    if (this.#disabled === false) this.#disabled = undefined;
    if (this.#seen === undefined) return;
    const { status: _, ...others } = this.#seen;
    this.#seen = others;
  }

  #hearQuery(answer: Answer, exchange: RecordedExchange): Testimony[] {
    if (answer.draft.expects !== "success") {
      this.#take(answer, exchange);
      return [];
    }
    const configuration = configurationIn(answer);
    const created = this.#absent && this.#since.includes("register");
    if (configuration === undefined) {
      if (!this.#exists) return [];
      const requirement = created ? "register.creates" : "query.answers";
      return [broken(requirement, "the configuration in `data`", describeAnswer(answer))];
    }
    const creation = created ? [this.#creation(configuration)] : [];
    this.#suspectOthers(configuration);
    const testimony = [
      { requirement: "query.answers" as const },
      ...creation,
      ...testimonyOf(this.#known(), configuration),
    ];
    this.#learn(configuration, exchange);
    return testimony;
  }

  #known(): Known {
    return { stored: this.#stored, disabled: this.#disabled, seen: this.#seen, since: this.#since };
  }

  /** What was created is what was registered; only another run is suspected of having created it in the meantime. */
  #creation({ callbackUrl }: Configuration): Testimony {
    const stored = this.#stored;
    if (stored === undefined || typeof callbackUrl !== "string" || stored.includes(callbackUrl)) {
      return { requirement: "register.creates" };
    }
    if (this.#sighting?.isCertain === true) this.#blame(this.#sighting);
    this.#stored = undefined;
    return broken("register.creates", `\`callbackUrl\` ${alternatives(stored)}`, show(callbackUrl));
  }

  /** A callback URL that is not expected may be another client's. */
  #suspectOthers({ callbackUrl }: Configuration): void {
    if (this.#stored === undefined || typeof callbackUrl !== "string") return;
    if (this.#stored.includes(callbackUrl)) return;
    if (this.#stragglers.has(callbackUrl)) {
      this.#forget();
      throw new InconclusiveError("A register whose answer was lost on the network took effect later.");
    }
    if (this.#sighting !== undefined) this.#blame(this.#sighting);
  }

  #blame(sighting: Sighting): never {
    this.#forget();
    throw new InconclusiveError(sentenceAbout(sighting));
  }

  #learn(configuration: Configuration, exchange: RecordedExchange): void {
    this.#seen = configuration;
    this.#since = [];
    this.#grounds.read(exchange);
    this.#exists = true;
    this.#absent = false;
    if (typeof configuration.callbackUrl === "string") this.#stored = [configuration.callbackUrl];
    if (configuration.status === 1) this.#disabled = false;
  }
}
