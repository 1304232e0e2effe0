import { InconclusiveError, UnofferedError } from "../../engine/verdict.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { ACKNOWLEDGED, type AnswerPlan, type AnswerStep } from "../../receiver/answer-plan.ts";
import type { Arrival } from "../../receiver/arrival.ts";
import type { Receiver } from "../../receiver/receiver.ts";
import { describeAnswer, succeeded } from "../answer.ts";
import { registerDraft } from "../draft.ts";
import type { Merchant } from "../webhook/merchant.ts";
import { Addresses } from "./addresses.ts";
import type { Emission } from "./emission.ts";
import { type Subscription, subscriptionOf } from "./event-types.ts";
import { FailureBudget } from "./failure-budget.ts";
import { bears, type Hook, newHook } from "./hook.ts";
import { isListed } from "./is-listed.ts";
import { signatureState } from "./signature-state.ts";
import { textAt } from "./text-at.ts";
import type { TriggerCall } from "./trigger-call.ts";
import { waitUntil } from "./wait-until.ts";
import { Waits } from "./waits.ts";
import { type Watch, watchOn } from "./watch.ts";

export interface DeliveriesOptions {
  readonly events: Profile["events"];
  readonly runId: string;
  /** The secret of a merchant, by name. */
  readonly secretOf: (merchant: string) => string | undefined;
  /** Milliseconds of a clock of unknown beginning. */
  readonly ticks: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly trigger: TriggerCall;
  /** Opens the receiver. @throws {UnofferedError} when there can be none */
  readonly open: () => Promise<Receiver>;
  /** Is told of everything that arrives, in its order, and which addresses it may have come to. */
  readonly note: (arrival: Arrival, receiverUrl: string, own: readonly string[]) => void;
}

/** The events of a run, and what of them arrives. The receiver is opened when somebody asks for it. */
export class Deliveries {
  /** How many deliveries the run may still fail. */
  readonly failures = new FailureBudget();
  /** What the run has seen of the pauses between the attempts at events that failed, in milliseconds, event by event. */
  readonly pauses: (readonly number[])[] = [];
  readonly waits: Waits;
  readonly #options: DeliveriesOptions;
  readonly #addresses: Addresses;
  #opening: Promise<Receiver> | undefined;
  #opened: Receiver | undefined;
  #hasDelivered = false;
  #noted = 0;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.waits = new Waits(options.events);
    this.#addresses = new Addresses(options.runId);
  }

  /** Whether any event of the run has arrived: then the receiver can be reached. */
  get hasDelivered(): boolean {
    return this.#hasDelivered;
  }

  /** Where deliveries arrive, once somebody has asked for it. */
  get receiver():
    | Pick<Receiver, "endsTls" | "isSelfSigned" | "brokenOff" | "handshakes" | "strays">
    | undefined {
    return this.#opened;
  }

  /** The answer that makes a delivery a success; undefined: it is assumed. */
  get acknowledge(): AnswerStep | undefined {
    return this.#options.events.acknowledge ?? undefined;
  }

  /**
   * Registers a hook of its own for a merchant.
   * @param chars length of its URL; by default it is short
   * @throws {UnofferedError} when the target takes no URL of the receiver
   */
  async register(merchant: Merchant, chars?: number): Promise<Hook> {
    const receiver = await this.#open();
    const hook = await this.#offered(merchant, chars);
    const answer = await merchant.send(registerDraft(hook.url, "open"));
    if (!succeeded(answer)) throw this.#refused(receiver, describeAnswer(answer));
    this.#addresses.accept(hook);
    return hook;
  }

  /** A URL of the receiver that nobody registers: what comes there was led there. */
  async aside(merchant: Merchant, chars?: number): Promise<Hook> {
    const hook = await this.#offered(merchant, chars);
    this.#addresses.accept(hook);
    return hook;
  }

  /** From now on, what comes to a hook is answered so; by default as a success. */
  async plan({ token }: Hook, plan: AnswerPlan = [this.acknowledge ?? ACKNOWLEDGED]): Promise<void> {
    await (await this.#open()).plan(token, plan);
  }

  /** The address of the receiver, which is opened for it. @throws {UnofferedError} when there can be none */
  async receiverUrl(): Promise<string> {
    return (await this.#open()).url;
  }

  /** A request by which the target may have verified a callback URL of the run. */
  get verification(): Arrival | undefined {
    const { handshakes = [], arrivals = [] } = this.#opened ?? {};
    return handshakes.at(-1) ?? arrivals.findLast((arrival) => this.#addresses.isOrdinary(arrival));
  }

  /** What the merchant's configuration subscribes to, as it is now. */
  async subscription(merchant: Merchant): Promise<Subscription> {
    return subscriptionOf(await merchant.configuration(), this.#options.events);
  }

  /** @throws {InconclusiveError} when the trigger fails */
  async trigger({ name }: Merchant, eventType: string): Promise<Emission> {
    const receiver = await this.#open();
    for (const { token } of this.#addresses.nowExpected(name)) await receiver.expect(token);
    const { after } = await this.mark();
    return { after, ...(await this.#options.trigger.emit({ merchant: name, eventType })) };
  }

  /** This moment, as if an event were triggered now. */
  async mark(): Promise<Emission> {
    const receiver = await this.#open();
    await receiver.catchUp();
    return { after: receiver.arrivals.length, at: this.#options.ticks() };
  }

  /** Waits until so many deliveries have come to a hook, or time is up; what came by then. */
  async come(
    hook: Hook,
    emission: Emission,
    {
      count = 1,
      withinMs = this.waits.patienceMs,
    }: { readonly count?: number; readonly withinMs?: number } = {},
  ): Promise<readonly Arrival[]> {
    await waitUntil(() => this.of(hook, emission).length >= count, withinMs, this.#options);
    const came = this.of(hook, emission);
    const [first] = came;
    if (first === undefined) return came;
    this.waits.note(first.ticks - emission.at);
    this.#hasDelivered = true;
    return came;
  }

  /** Waits as long as it takes to say that nothing comes. */
  async silence(atLeastMs = 0): Promise<void> {
    await waitUntil(() => false, Math.max(this.waits.silenceMs, atLeastMs), this.#options);
    await this.#opened?.catchUp();
  }

  /** What came to a hook since, in its order. */
  at(hook: Hook, { after }: Emission): readonly Arrival[] {
    return this.#since(after).filter((arrival) => bears(arrival, hook));
  }

  /** The same, without what is known to be of another event. */
  of(hook: Hook, emission: Emission): readonly Arrival[] {
    const { id } = emission;
    const came = this.at(hook, emission);
    return id === undefined ? came : came.filter((arrival) => (this.eventId(arrival) ?? id) === id);
  }

  /** What the event of a delivery is known by; undefined: nobody says. */
  eventId({ body }: Arrival): string | undefined {
    const { correlation } = this.#options.events;
    return correlation === null ? undefined : textAt(body, correlation.payload);
  }

  /**
   * Whether the target's own log of deliveries lists one that has not come to a hook; undefined: there is no such log.
   * @throws {InconclusiveError} when it cannot be read
   */
  async isLogged(hook: Hook, { id }: Emission, eventType: string): Promise<boolean | undefined> {
    const log = await this.#options.trigger.log({ merchant: hook.owner, eventType });
    if (log === undefined) return undefined;
    const arrived = this.all.filter((arrival) => bears(arrival, hook)).length;
    return isListed(log, {
      token: hook.token,
      id,
      arrived,
      tokens: this.#addresses.hooks.map(({ token }) => token),
    });
  }

  /** What can be said of the signature of a merchant's delivery. @throws {InconclusiveError} without a secret */
  async signatureState(arrival: Arrival, { name }: Merchant): Promise<string> {
    const { signing } = this.#options.events;
    const secret = signing?.secret ?? this.#options.secretOf(name);
    if (signing !== null && secret !== undefined) return signatureState(arrival, signing, secret);
    throw new InconclusiveError("Nobody says by which secret deliveries verify. Look at events.signing.");
  }

  /** Every delivery of the run that came to a hook. */
  get all(): readonly Arrival[] {
    return this.#since(0).filter((arrival) => this.#addresses.isKnown(arrival));
  }

  /** Path and query of what arrived, as they may be shown. */
  shown(arrival: Pick<Arrival, "target">): string {
    return this.#addresses.shown(arrival);
  }

  /** Watches from now on whether the receiver can be reached. */
  watch(): Watch {
    return watchOn(() => this.#opened);
  }

  async close(): Promise<void> {
    await this.#options.trigger.close();
    await this.#opened?.close();
  }

  #since(number: number): readonly Arrival[] {
    if (this.#opened === undefined) return [];
    const { arrivals, url } = this.#opened;
    for (const arrival of arrivals.slice(this.#noted))
      this.#options.note(arrival, url, this.#addresses.near(arrival));
    this.#noted = arrivals.length;
    return arrivals.slice(number);
  }

  async #offered({ name }: Merchant, chars?: number): Promise<Hook> {
    const hook = newHook((await this.#open()).url, this.#options.runId, name, chars);
    await this.plan(hook);
    this.#addresses.offer(hook);
    return hook;
  }

  async #open(): Promise<Receiver> {
    this.#opening ??= this.#options.open();
    this.#opened = await this.#opening;
    return this.#opened;
  }

  #refused({ url }: Receiver, answer: string): Error {
    const how = this.#addresses.hooks.length > 0 ? "refuses now" : "takes no callback URL at";
    return new UnofferedError(
      "events.receiver.publicUrl",
      `The target ${how} the receiver's address ${url}: ${answer}. A public https address may do.`,
    );
  }
}
