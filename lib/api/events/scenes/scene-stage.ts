import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { requireSuccess } from "../../exchange/require-success.ts";
import { MAX_CALLBACK_URL_CHARS, registerDraft } from "../../request/draft.ts";
import type { Merchant } from "../../merchant/merchant.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { EventsContext } from "../deliveries/events-context.ts";
import type { Emission } from "../trigger/emission.ts";
import type { Hook, HookShape } from "../urls/hook.ts";
import { waitLessAfterLosses } from "../deliveries/lateness.ts";
import type { EventRow, Registration, Round } from "../deliveries/ledger.ts";
import { registerHook, registrationAt, typeInTurn } from "../deliveries/registration.ts";
import { typesShown } from "../deliveries/event-types.ts";

/** Only one of several instances of a target may deliver what is not subscribed. */
const UNWANTED_EVENTS = 3;
export const UNSUBSCRIBED = "of a type without subscription";

const TOO_LONG: HookShape = { chars: MAX_CALLBACK_URL_CHARS + 50 };
const UNSAFE: HookShape = { isUnsafe: true };
/** A sender may repair one and cut the other. */
export const REJECTED_SHAPES = [TOO_LONG, UNSAFE] as const;

/** The means of a scene. Each event that it triggers is a row of the ledger. */
export class SceneStage {
  readonly #deliveries: Deliveries;
  /** The first round takes what is usual for granted. A problem must show in later rounds too, which do not. */
  readonly #isFirst: boolean;
  readonly #isQuick: boolean;
  readonly #rows: EventRow[] = [];
  readonly #rejected: Hook[] = [];
  readonly #fresh = new Set<Hook>();
  readonly #pause: EventsContext["pause"];
  #perEvent = 1;

  constructor({ deliveries, effort, pause }: EventsContext, before: number) {
    this.#deliveries = deliveries;
    this.#pause = pause;
    this.#isFirst = before === 0;
    this.#isQuick = effort.isQuick;
  }

  async register(merchant: Merchant, shape: HookShape = {}): Promise<Registration> {
    const found = await registerHook(this.#deliveries, merchant, { ...shape, isBrief: true });
    this.#fresh.add(found.hook);
    return found;
  }

  async registerAgain({ merchant, hook }: Registration): Promise<Registration> {
    requireSuccess(await merchant.send(registerDraft(hook.url, "open")));
    return registrationAt(this.#deliveries, merchant, hook);
  }

  /** The same as {@link register}, if the target takes the URL and stores it as given. */
  async registerIfStored(merchant: Merchant, shape: HookShape): Promise<Registration | undefined> {
    const { hook, refusal } = await this.#deliveries.offer(merchant, shape);
    if (refusal !== undefined) return undefined;
    const { callbackUrl } = await this.#deliveries.history.configurations.latest(merchant);
    return callbackUrl === hook.url ? registrationAt(this.#deliveries, merchant, hook, true) : undefined;
  }

  /** Registers a hook. In the first round of a quick run, one that the merchant has is enough. */
  async ensureHook(merchant: Merchant): Promise<void> {
    const hasHook = this.#deliveries.addresses.hooksOf(merchant).length > 0;
    if (!hasHook || !this.#isFirst || !this.#isQuick) await this.register(merchant);
  }

  /** See {@link offerInVain}. */
  async registerInVain(merchant: Merchant, shape?: HookShape): Promise<void> {
    this.#rejected.push(await offerInVain(this.#deliveries, merchant, shape));
  }

  /** Sees what one event of each merchant brings about, and waits until nothing more comes. Not in the first round. */
  async settle(merchants: readonly Merchant[]): Promise<void> {
    if (this.#isFirst) return;
    const { latenessMs, settlingMs } = this.#deliveries.waits;
    await this.#pause(latenessMs);
    const since = await this.#deliveries.mark();
    const triggered: [Hook, Emission][] = [];
    for (const merchant of merchants) {
      const { hook, type } = await registerHook(this.#deliveries, merchant);
      triggered.push([hook, await this.#deliveries.trigger(merchant, type)]);
    }
    const hooks: Hook[] = [];
    for (const [hook, emission] of triggered)
      if ((await this.#deliveries.come(hook, emission)).length > 0) hooks.push(hook);
    if (hooks.length > 0) await this.#deliveries.until(this.#deliveries.now + settlingMs);
    const counts = hooks.map((hook) => this.#deliveries.at(hook, since).length);
    this.#perEvent = Math.max(this.#perEvent, ...counts);
    this.#fresh.clear();
  }

  /** Triggers an event of one type. @param isDue whether it must be delivered to the hook */
  async trigger(found: Registration, type: string, when: string, isDue = true): Promise<EventRow> {
    const emission = await this.#deliveries.trigger(found.merchant, type);
    const row = { ...found, type, emission, when, isDue };
    this.#deliveries.ledger.add(row);
    this.#rows.push(row);
    return row;
  }

  /** See {@link triggerUnsubscribed}. Some events of each type. */
  async triggerUnsubscribed(found: Registration): Promise<void> {
    for (let time = 0; time < (this.#isQuick ? 1 : UNWANTED_EVENTS); time += 1)
      this.#rows.push(...(await triggerUnsubscribed(this.#deliveries, found)));
  }

  /** Waits for the arrival of each due event, all of them together. @returns whether all have come */
  async arrive(rows: readonly EventRow[], withinMs?: number): Promise<boolean> {
    for (const { hook, emission } of rows) await this.#deliveries.come(hook, emission, withinMs);
    const came = rows.filter(({ hook, emission }) => this.#deliveries.of(hook, emission).length > 0);
    for (const row of came) this.#noteArrived(row, rows);
    if (came.length === rows.length) return true;
    for (const row of rows) if (!came.includes(row)) await this.#assertDue(row);
    waitLessAfterLosses(this.#deliveries);
    return false;
  }

  /** @throws {InconclusiveError} when the configuration shows that an event is not due */
  async #assertDue({ merchant, hook, type }: EventRow): Promise<void> {
    const { types } = await registrationAt(this.#deliveries, merchant, hook);
    if (!types.includes(type))
      throw new InconclusiveError(`The configuration does not subscribe to ${type} any more.`);
  }

  /** Notes that an event type arrives, unless another event may have come in its place. */
  #noteArrived({ hook, type, emission }: EventRow, rows: readonly EventRow[]): void {
    const isAlone = rows.filter((row) => row.hook === hook).length === 1;
    const came = this.#deliveries.of(hook, emission);
    const isShown = came.some((arrival) => typesShown(arrival, [type]).length > 0);
    if (isAlone || isShown) this.#deliveries.history.arrivedTypes.add(type);
  }

  /** Triggers an event of the type of a turn, and waits for it. Its window ends with its arrival. */
  async arrives(found: Registration, turn: number, when: string): Promise<boolean> {
    const row = await this.trigger(found, typeInTurn(found, turn), when);
    const hasCome = await this.arrive([row]);
    await this.close([row]);
    return hasCome;
  }

  /** Ends the windows of all events so far: what arrives later is of later events. */
  async close(rows: readonly EventRow[] = this.#rows): Promise<void> {
    const end = await this.#deliveries.mark();
    for (const { emission } of rows) emission.end ??= end;
  }

  /** Ends the round. @param obstacle the reason why it ends early, unless an event did not arrive */
  async end(obstacle?: unknown): Promise<Round> {
    await this.close();
    return {
      rows: this.#rows,
      rejected: this.#rejected,
      fresh: this.#fresh,
      perEvent: this.#perEvent,
      obstacle,
    };
  }
}

/** Triggers an event of each type without subscription. */
export async function triggerUnsubscribed(
  deliveries: Deliveries,
  found: Registration,
): Promise<readonly EventRow[]> {
  const { unsubscribed } = await deliveries.subscription(found.merchant, true);
  const rows: EventRow[] = [];
  for (const type of unsubscribed) {
    const emission = await deliveries.trigger(found.merchant, type);
    rows.push({ ...found, type, emission, when: UNSUBSCRIBED, isDue: false });
  }
  for (const row of rows) deliveries.ledger.add(row);
  return rows;
}

/** Registers a callback URL that must be rejected. Default: it is too long. @throws {InconclusiveError} when it is accepted */
export async function offerInVain(
  deliveries: Deliveries,
  merchant: Merchant,
  shape: HookShape = TOO_LONG,
): Promise<Hook> {
  const { hook, refusal } = await deliveries.offer(merchant, shape);
  if (refusal !== undefined) return hook;
  deliveries.history.accepted.add(shape);
  const why = shape.isUnsafe ? "its scheme is http" : "its URL is too long";
  throw new InconclusiveError(`A register that had to be rejected was accepted: ${why}.`);
}

/**
 * A short story of deliveries: it registers, disables and triggers, and decides nothing.
 * @param before how many rounds of the scene the run has played
 */
export type Scene = (context: EventsContext, before: number) => Promise<Round>;

/** A round of a scene that the run plays once. @param before how many rounds precede it */
export async function roundOf(scene: Scene, context: EventsContext, before = 0): Promise<Round> {
  return context.deliveries.ledger.round(scene, before, async () => scene(context, before));
}
