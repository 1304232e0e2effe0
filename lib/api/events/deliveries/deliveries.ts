import { ACKNOWLEDGED, type AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Receiver } from "../../../receiver/receiver.ts";
import { describeAnswer, succeeded } from "../../exchange/answer.ts";
import { registerDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import { Addresses } from "../urls/addresses.ts";
import { type DeliveriesOptions, refusedAddressError } from "./deliveries-options.ts";
import { DeliveryHistory, type NothingCameError } from "./delivery-history.ts";
import type { Emission, TriggeredEmission } from "../trigger/emission.ts";
import { type Subscription, subscriptionOf } from "./event-types.ts";
import { type Hook, type HookShape, isForHook, newHook } from "../urls/hook.ts";
import { Ledger } from "./ledger.ts";
import { PlannedFailures } from "./planned-failures.ts";
import { textAt } from "../../json/value-at-pointer.ts";
import { countWhole, Waits, waitUntil } from "./waits.ts";
import { type Watch, watchOn } from "./watch.ts";

/** The events of a run, and their deliveries. The receiver is opened on first use. */
export class Deliveries {
  readonly history = new DeliveryHistory();
  readonly ledger = new Ledger();
  readonly waits: Waits;
  readonly #options: DeliveriesOptions;
  readonly addresses: Addresses;
  readonly #failures = new PlannedFailures();
  #opening: Promise<Receiver> | undefined;
  #opened: Receiver | undefined;
  /** The identifiers that were read. Whoever waits reads them again and again. */
  readonly #eventIds = new WeakMap<Arrival, { readonly id: string | undefined }>();
  #hasDelivered = false;
  #hasStrangers: boolean | undefined;
  #noted = 0;

  constructor(options: DeliveriesOptions) {
    this.#options = options;
    this.waits = new Waits(options.events, options.isEmbedded);
    this.addresses = new Addresses(options.runId);
  }

  /** Whether any event of the run has arrived, wherever: then the receiver can be reached. */
  get hasDelivered(): boolean {
    return this.#hasDelivered;
  }

  /** Where deliveries arrive, after the first use. */
  get receiver(): Receiver | undefined {
    return this.#opened;
  }

  /** Whether nothing stands before the receiver that may answer in its place. */
  get isDirect(): boolean {
    const { receiver } = this.#options.events;
    return this.#opened?.endsTls === true && receiver?.tunnel === null && receiver.relay === null;
  }

  /** The answer that makes a delivery a success; undefined: it is assumed. */
  get acknowledge(): AnswerStep | undefined {
    return this.#options.events.acknowledge ?? undefined;
  }

  /**
   * Registers a hook of its own for a merchant.
   * @throws {UnofferedError} when the target takes no URL of the receiver
   */
  async register(merchant: Merchant, shape?: HookShape): Promise<Hook> {
    const { hook, refusal } = await this.offer(merchant, shape);
    if (refusal === undefined) return hook;
    const { url } = await this.#open();
    throw refusedAddressError(url, refusal, this.addresses.hooks.length === 0);
  }

  /** Registers a hook that the target may reject, and says how it did. */
  async offer(
    merchant: Merchant,
    shape?: HookShape,
  ): Promise<{ readonly hook: Hook; readonly refusal: string | undefined }> {
    const hook = await this.newHook(merchant, shape);
    const answer = await merchant.send(registerDraft(hook.url, "open"));
    if (!succeeded(answer)) return { hook, refusal: describeAnswer(answer) };
    this.addresses.accept(hook);
    return { hook, refusal: undefined };
  }

  /** A hook of a merchant that is not registered yet. @throws {UnofferedError} when there can be no receiver */
  async newHook({ name }: Merchant, shape?: HookShape): Promise<Hook> {
    const hook = newHook((await this.#open()).url, this.#options.runId, name, shape);
    await this.plan(hook);
    this.addresses.offer(hook);
    return hook;
  }

  /** A URL of the receiver that is never registered: a request there followed a redirect. */
  async aside(merchant: Merchant): Promise<Hook> {
    const hook = await this.newHook(merchant);
    this.addresses.accept(hook);
    return hook;
  }

  /** The answer to deliveries for which nothing else is planned. */
  get usualAnswer(): AnswerStep {
    return this.acknowledge ?? ACKNOWLEDGED;
  }

  /**
   * Plans the answers to the next deliveries to a hook. All later ones get the usual answer.
   * @throws {InconclusiveError} when the run may not fail so many more
   */
  async plan(hook: Hook, steps: readonly AnswerStep[] = []): Promise<void> {
    const receiver = await this.#open();
    this.#failures.plan(hook, steps, this.all);
    const [first, ...others] = [...steps, this.usualAnswer];
    await receiver.plan(hook.token, [first, ...others]);
  }

  /** How many deliveries the run may still fail. */
  get failuresLeft(): number {
    return this.#failures.left(this.all);
  }

  /** The address of the receiver, which is opened for it. @throws {UnofferedError} when there can be none */
  async receiverUrl(): Promise<string> {
    return (await this.#open()).url;
  }

  /** A request by which the target may have verified a callback URL of the run. */
  get verification(): Arrival | undefined {
    const { handshakes = [], arrivals = [] } = this.#opened ?? {};
    return handshakes.at(-1) ?? arrivals.findLast((arrival) => this.addresses.isOrdinary(arrival));
  }

  /** The event types of the merchant's configuration. @param isBrief whether one that was read as enabled is not queried again */
  async subscription(merchant: Merchant, isBrief = false): Promise<Subscription> {
    const { configurations } = this.history;
    const seen = isBrief ? await configurations.lastSeen(merchant) : undefined;
    const isKnown = seen !== undefined && seen.status !== 0;
    const configuration = isKnown ? seen : await configurations.latest(merchant);
    return this.history.withoutMissing(subscriptionOf(configuration, this.#options.events));
  }

  /** @throws {InconclusiveError} when the trigger fails, or no event of the run has ever arrived */
  async trigger({ name }: Merchant, eventType: string): Promise<TriggeredEmission> {
    const receiver = await this.#open();
    this.history.assertNotSilent((after) =>
      this.#since(after).some((arrival) => this.addresses.isExpected(arrival)),
    );
    for (const { token } of this.addresses.nowExpected(name)) await receiver.expect(token);
    this.#hasStrangers ??= this.#astray !== undefined;
    const { after, astray } = await this.mark();
    const wall = this.#options.wall();
    return { after, astray, wall, ...(await this.#options.trigger.emit({ merchant: name, eventType })) };
  }

  /** Notes that nothing has ever come: soon no further event is triggered. */
  noteSilence(reason: NothingCameError): void {
    this.history.noteSilence(reason, this.#noted);
  }

  /** This moment, as if an event were triggered now. */
  async mark(): Promise<Emission> {
    const receiver = await this.#open();
    await receiver.catchUp();
    return { after: receiver.arrivals.length, at: this.#options.ticks(), astray: this.#astray };
  }

  /** Whether an event has come to the root of the receiver since then, without path and query of any callback URL. */
  isAstray({ astray, end }: Emission): boolean {
    return (end === undefined ? this.#astray : end.astray) !== astray;
  }

  /** Whether an event came to the root before any was triggered: others may have sent what comes there. */
  get hasStrangers(): boolean {
    return this.#hasStrangers === true;
  }

  /** Waits for a delivery to a hook, at most so long after its event, and returns all that came. */
  async come(hook: Hook, emission: Emission, withinMs = this.waits.patienceMs): Promise<readonly Arrival[]> {
    const passedMs = this.#options.ticks() - emission.at;
    return this.further(hook, emission, { count: 1, withinMs: Math.max(0, withinMs - passedMs) });
  }

  /** Waits from now on until so many whole deliveries have come to a hook since an event, and returns all of them. */
  async further(
    hook: Hook,
    emission: Emission,
    { count, withinMs = this.waits.patienceMs }: { readonly count: number; readonly withinMs?: number },
  ): Promise<readonly Arrival[]> {
    await waitUntil(() => countWhole(this.of(hook, emission), this) >= count, withinMs, this.#options);
    const came = this.of(hook, emission);
    if (came[0] !== undefined) this.noteWitness(came[0], emission);
    return came;
  }

  /** Notes that an event has come to the receiver, wherever: the way there is open. The time of one that breaks off says nothing. */
  noteWitness({ ticks, isUnfinished }: Pick<Arrival, "ticks" | "isUnfinished">, { at }: Emission): void {
    if (isUnfinished !== true) this.waits.note(ticks - at);
    this.#hasDelivered = true;
  }

  /** Waits as long as it takes to say that nothing comes. */
  async silence(atLeastMs = 0): Promise<void> {
    await this.until(this.now + Math.max(this.waits.silenceMs, atLeastMs));
  }

  /** Milliseconds of the clock of the run. */
  get now(): number {
    return this.#options.ticks();
  }

  /** Waits for a moment of that clock, or until something is so. */
  async until(moment: number, isSo = () => false): Promise<void> {
    await waitUntil(isSo, moment - this.now, this.#options);
    await this.#opened?.catchUp();
  }

  /** Requests to a hook since then, in their order. */
  at(hook: Hook, emission: Emission): readonly Arrival[] {
    return this.#during(emission).filter((arrival) => isForHook(arrival, hook));
  }

  /** The same, without what is known to be of another event. */
  of(hook: Hook, emission: Emission): readonly Arrival[] {
    return this.#ofEvent(this.at(hook, emission), emission);
  }

  /** The identifier of the event of a delivery; undefined: not known. */
  eventId(arrival: Arrival): string | undefined {
    const { correlation } = this.#options.events;
    if (correlation === null) return undefined;
    const known = this.#eventIds.get(arrival) ?? { id: textAt(arrival.body, correlation.payload) };
    this.#eventIds.set(arrival, known);
    return known.id;
  }

  /** The target's own log of deliveries. undefined: the profile names no log. @throws {InconclusiveError} when it cannot be read */
  async log({ owner }: Hook, eventType: string): Promise<Uint8Array | undefined> {
    return this.#options.trigger.log({ merchant: owner, eventType });
  }

  /** How deliveries to a merchant are signed; undefined: unknown. */
  signingOf({
    name,
  }: Merchant):
    | { readonly signing: NonNullable<DeliveriesOptions["events"]["signing"]>; readonly secret: string }
    | undefined {
    const { signing } = this.#options.events;
    const secret = signing?.secret ?? this.#options.secretOf(name);
    return signing === null || secret === undefined ? undefined : { signing, secret };
  }

  /** Arrivals of an event at another place of the receiver that the owner of a hook may have registered, or no merchant. */
  elsewhere(hook: Hook, emission: Emission): readonly Arrival[] {
    const came = this.#during(emission).filter((arrival) => this.addresses.isAnotherOf(hook, arrival));
    return this.#ofEvent(came, emission);
  }

  /** Every delivery of the run that came to a hook. */
  get all(): readonly Arrival[] {
    return this.#since(0).filter((arrival) => this.addresses.isKnown(arrival));
  }

  /** Watches from now on whether the receiver can be reached. */
  watch(): Watch {
    return watchOn(() => this.#opened);
  }

  async close(): Promise<void> {
    await this.#options.trigger.close();
    await this.#opened?.close();
  }

  get #astray(): Emission["astray"] {
    return this.#opened?.strays.findLast(({ isEventAtRoot }) => isEventAtRoot === true)?.at;
  }

  /** Without what is known to be of another event. */
  #ofEvent(came: readonly Arrival[], { id }: Emission): readonly Arrival[] {
    return id === undefined ? came : came.filter((arrival) => (this.eventId(arrival) ?? id) === id);
  }

  /** Returns what has arrived in the window of an event. */
  #during({ after, end }: Emission): readonly Arrival[] {
    return this.#since(after).filter(({ number }) => number <= (end?.after ?? Infinity));
  }

  #since(number: number): readonly Arrival[] {
    if (this.#opened === undefined) return [];
    const { arrivals, url } = this.#opened;
    for (const arrival of arrivals.slice(this.#noted))
      this.#options.note(arrival, url, this.addresses.near(arrival));
    this.#noted = arrivals.length;
    return arrivals.slice(number);
  }

  async #open(): Promise<Receiver> {
    this.#opening ??= this.#options.open();
    this.#opened = await this.#opening;
    return this.#opened;
  }
}
