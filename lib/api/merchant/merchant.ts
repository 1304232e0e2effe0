import { UnreturnedError } from "../../engine/record/verdict.ts";
import { type Configuration, configurationIn } from "./configuration.ts";
import { type Answer, succeeded } from "../exchange/answer.ts";
import type { Authenticator } from "../credentials/authenticator.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../request/draft.ts";
import { requireSuccess } from "../exchange/require-success.ts";
import { withoutConfiguration } from "../exchange/read-only.ts";
import type { Sender } from "../exchange/sender.ts";
import type { Allowances } from "./allowances.ts";
import type { Memory } from "./memory.ts";
import {
  awaitWrites,
  hearAsOpen,
  joinSteps,
  noteLoss,
  repeatPages,
  repeatRejected,
  repeatUnavailable,
  type SendDraft,
  signByTheirClock,
} from "./pipeline.ts";

export interface MerchantOptions extends Allowances {
  readonly name: string;
  readonly apiKey: string;
  readonly secret: string | undefined;
  /** Whether the run may send more than queries. */
  readonly mayWrite: boolean;
  readonly authenticator: Authenticator;
  readonly sender: Sender;
  readonly memory: Memory;
  /** A callback URL that the run has not used yet. */
  readonly freshUrl: () => string;
  readonly others: () => readonly Merchant[];
}

/** Some more readings of another merchant than the memory needs to see that webhooks stay enabled. */
const LOOKS = 32;

/**
 * The only door to the target: everything that one merchant sends goes through here.
 *
 * @example
 * await merchant.accepts(urls.fresh());
 * const { status, callbackUrl } = await merchant.configuration();
 * assertRefused(await merchant.register("http://plain.example/hook"), "register with http");
 */
export class Merchant {
  readonly name: string;
  readonly apiKey: string;
  /** Signs this merchant's requests; undefined where the API key alone is sent. */
  readonly secret: string | undefined;
  readonly mayWrite: boolean;
  readonly #options: MerchantOptions;
  /** Sends a draft once, and lets nothing hear the answer. */
  readonly #sendOnce: SendDraft;
  /** The same for what is judged or remembered: when the target is available, by its clock, and after writes are shown. */
  readonly #sendTimely: SendDraft;
  /** The whole way: the memory hears every answer that counts. */
  readonly #send: SendDraft;

  #startsDisabled = false;
  #hasReadCreation = false;

  constructor(options: MerchantOptions) {
    this.name = options.name;
    this.apiKey = options.apiKey;
    this.secret = options.secret;
    this.mayWrite = options.mayWrite;
    this.#options = options;
    const { name, authenticator, sender, watch, memory, lag, defences } = options;
    const signing = watch === undefined ? [] : [signByTheirClock(watch, memory)];
    this.#sendOnce = async (draft) => sender.send(name, authenticator, draft);
    this.#sendTimely = joinSteps(
      [
        repeatPages(defences),
        repeatUnavailable(defences, memory, options.freshUrl),
        ...signing,
        awaitWrites(lag),
      ],
      this.#sendOnce,
    );
    this.#send = joinSteps([noteLoss(memory), repeatRejected(options)], this.#sendTimely);
  }

  /** @throws {InconclusiveError} when there is no answer to judge. */
  async send(draft: Draft): Promise<Answer> {
    if (isPlainWrite(draft)) await this.#readCreation();
    if (this.#startsDisabled && draft.label === "register" && isPlainWrite(draft)) await this.#disableAgain();
    return this.#send(draft);
  }

  /** Takes an action with a configuration. Disables it before the action, and before each valid register. */
  async registeringWhileDisabled(action: () => Promise<void>): Promise<void> {
    if (this.mayWrite) await this.settled();
    await this.#disableAgain();
    this.#startsDisabled = true;
    try {
      await action();
    } finally {
      this.#startsDisabled = false;
    }
  }

  /** Queries what the first register of a merchant has created, before another request changes it. */
  async #readCreation(): Promise<void> {
    if (this.#hasReadCreation || !this.#options.memory.isUnread) return;
    this.#hasReadCreation = true;
    await this.query();
  }

  async #disableAgain(): Promise<void> {
    if (this.mayWrite && this.#options.memory.isEnabledAgain) await this.disable();
  }

  /**
   * Registers a callback URL that the target may reject because of its host: a rejection is not a failure.
   * @throws {InconclusiveError} when there is no answer to judge.
   */
  async tries(url: string): Promise<Answer> {
    const { memory } = this.#options;
    return joinSteps([noteLoss(memory), hearAsOpen(memory)], this.#sendTimely)(registerDraft(url));
  }

  /** Queries, and lets the memory hear nothing of it. */
  async peek(): Promise<Answer> {
    return this.#sendOnce(queryDraft());
  }

  /** Looks until a look says yes, at most for so long as reads may lag behind writes. */
  async untilShown(look: () => Promise<boolean>): Promise<void> {
    return this.#options.lag.untilShown(look);
  }

  /** See {@link Memory.stayedEnabled}. */
  stayedEnabled(readings: Parameters<Memory["stayedEnabled"]>[0]): number | undefined {
    return this.#options.memory.stayedEnabled(readings);
  }

  /**
   * Whether the target disables a webhook by itself soon after register. The first call measures it, with another merchant
   * if this one's webhook has fallen for good.
   */
  async isDisabledByItself(): Promise<boolean> {
    if ((await this.enabled()).status !== 0) return this.#settles();
    for (const other of this.#options.others()) {
      if ((await other.settled()).status !== 1) continue;
      if (await other.#settles()) return true;
      for (let look = 0; look < LOOKS; look += 1) if ((await other.configuration()).status === 0) return true;
      return false;
    }
    return false;
  }

  async #settles(): Promise<boolean> {
    return this.#options.lag.settles({
      register: async () => succeeded(await this.register(this.#options.freshUrl())),
      isEnabled: async () => configurationIn(await this.peek())?.status === 1,
    });
  }

  /** Whether an answer is that of a success by its status and code, without the data of one. */
  claimsSuccess(answer: Answer): boolean {
    return this.#options.memory.claimsSuccess(answer);
  }

  async register(url: string): Promise<Answer> {
    return this.send(registerDraft(url));
  }

  async query(): Promise<Answer> {
    return this.send(queryDraft());
  }

  /** @param lane the connection. Default: that of the merchant */
  async disable(lane?: string): Promise<Answer> {
    return this.send({ ...disableDraft(), ...(lane !== undefined && { lane }) });
  }

  /** Reads the configuration, as a step towards a judgement about something else. */
  async configuration(more: Pick<Draft, "lane"> = {}): Promise<Configuration> {
    return configurationIn(requireSuccess(await this.send({ ...queryDraft(), ...more }))) ?? {};
  }

  /** Registers a callback URL that must be accepted before the check can go on. */
  async accepts(url: string): Promise<void> {
    requireSuccess(await this.register(url));
  }

  /** Brings about a configuration with this callback URL. */
  async holds(url: string): Promise<Configuration> {
    await this.accepts(url);
    return this.configuration();
  }

  /** Whether there is a configuration, or a register may create one. */
  get canSettle(): boolean {
    return this.mayWrite || this.#options.memory.exists;
  }

  /** The current configuration: queries if it is not known, registers if none exists. */
  async settled(): Promise<Configuration> {
    const { memory, freshUrl } = this.#options;
    if (memory.current !== undefined) return memory.current;
    if (!this.canSettle) throw withoutConfiguration();
    return memory.exists ? this.configuration() : this.holds(freshUrl());
  }

  /** A configuration that is enabled, as far as register enables one. */
  async enabled(): Promise<Configuration> {
    const configuration = await this.settled();
    return configuration.status === 0 ? this.holds(this.#options.freshUrl()) : configuration;
  }

  /** Disabled, if the target was seen to disable it and to enable it again. Otherwise steady. */
  async disabledAgain(): Promise<Configuration> {
    await this.#disableAgain();
    return this.steady();
  }

  /** Disabled if it was disabled by us; else enabled, as far as register enables one: it may be disabled by itself. */
  async steady(): Promise<Configuration> {
    return this.#options.memory.disabled ? this.settled() : this.enabled();
  }

  /** Brings about a disabled configuration. A status of 0 may come from register too, and pass; so it is disabled all the same. */
  async disabled(lane?: string): Promise<Configuration> {
    const configuration = await this.settled();
    if (this.#options.memory.disabled) return configuration;
    const answer = await this.disable(lane);
    const after = await this.configuration();
    if (after.status === undefined && !succeeded(answer)) {
      throw new UnreturnedError(
        ["status"],
        "A disable was refused, and the target does not return `status` to show whether it was disabled already.",
      );
    }
    if (after.status !== 0) requireSuccess(answer);
    return after;
  }
}

/** Whether a draft is a valid register or disable that overlaps no other request. */
function isPlainWrite({ label, expects, overlaps }: Draft): boolean {
  return (label === "register" || label === "disable") && expects === "success" && overlaps !== true;
}
