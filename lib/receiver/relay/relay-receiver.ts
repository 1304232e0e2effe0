import type { AnswerPlan } from "../answer-plan.ts";
import type { Arrival, StrayRequest } from "../arrival.ts";
import type { DeskOptions } from "../desk.ts";
import type { Receiver } from "../receiver.ts";
import { ForgottenError, type RelayDefaults, type Opened, type Relay, RelayError } from "./relay.ts";

const POLL_SECONDS = 20;
const REST_MS = 200;
const PAUSES_MS = [REST_MS, 600, 1_500];
const MAX_PAUSE_MS = 5_000;
const FORGOTTEN = "the relay has forgotten the run; it may have been restarted";
const REFUSED = "the relay refused connections, because too many were open";

export interface RelayReceiverOptions extends RelayDefaults, Pick<DeskOptions, "now" | "ticks"> {
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * The receiver of a run at a relay. Fetches requests as they come, with times by the clocks of this machine.
 * @throws {RelayError} if the relay cannot be used
 */
export async function relayReceiver(relay: Relay, options: RelayReceiverOptions): Promise<Receiver> {
  const receiver = new RelayReceiver(relay, options);
  await receiver.begin();
  return receiver;
}

/** Knows the arrivals of a relay, and what the relay must know. */
class RelayReceiver implements Receiver {
  url = "";
  endsTls = false;
  readonly isSelfSigned = false;
  readonly brokenOff = (): number => 0;
  readonly arrivals: Arrival[] = [];
  readonly handshakes: Arrival[] = [];
  readonly strays: StrayRequest[] = [];
  readonly lapses: string[] = [];
  readonly #relay: Relay;
  readonly #options: RelayReceiverOptions;
  /** Sends each plan and each expected delivery to the relay. A relay that has forgotten the run gets all of them again. */
  readonly #told = new Map<string, () => Promise<void>>();
  /** Difference between the clocks of this machine and of the relay, in milliseconds. */
  #ahead = { at: 0, ticks: 0 };
  /** Number of known arrivals among those of the relay now. */
  #known = 0;
  /** Number of times that the relay had forgotten the run. Its answers before that do not count any more. */
  #lives = 0;
  /** The relay has more than it keeps. Once true, always true. */
  #isFull = false;
  #following: Promise<void> = Promise.resolve();
  /** Whether the relay receives for the run, and knows all plans and expected deliveries. */
  #isTold = false;
  #telling: Promise<void> | undefined;
  #isStopped = false;
  /** Number of times that the relay refused connections, as far as known. */
  #refused: number | undefined;

  constructor(relay: Relay, options: RelayReceiverOptions) {
    this.#relay = relay;
    this.#options = options;
  }

  async begin(): Promise<void> {
    try {
      ({ url: this.url, endsTls: this.endsTls } = await this.#open());
    } catch (error) {
      await this.#relay.close();
      throw error;
    }
    this.#isTold = true;
    this.#following = this.#follow();
  }

  readonly isFull = (): boolean => this.#isFull;
  readonly prove = async (): Promise<undefined> => undefined;

  readonly plan = async (token: string, steps: AnswerPlan): Promise<void> =>
    this.#tell(`plan ${token}`, async () => this.#relay.plan(token, steps));

  readonly expect = async (token: string): Promise<void> =>
    this.#tell(`expect ${token}`, async () => this.#relay.expect(token));

  readonly catchUp = async (): Promise<void> =>
    this.#patiently(async () => {
      while (await this.#poll(0));
    });

  readonly close = async (): Promise<void> => {
    this.#isStopped = true;
    await this.#relay.close();
    await this.#following;
  };

  async #tell(what: string, tell: () => Promise<void>): Promise<void> {
    this.#told.set(what, tell);
    await this.#patiently(async () => this.#asking(tell));
  }

  /** Fetches arrivals until it is stopped. Pauses without arrivals. */
  async #follow(): Promise<void> {
    let failures = 0;
    while (!this.#isStopped) {
      const before = this.arrivals.length;
      try {
        await this.#poll(POLL_SECONDS);
        failures = 0;
      } catch (error) {
        if (!(error instanceof RelayError || error instanceof ForgottenError)) throw error;
        failures += 1;
      }
      if (this.arrivals.length === before)
        await this.#rest(Math.min(Math.max(failures, 1) * REST_MS, MAX_PAUSE_MS));
    }
  }

  /** A stopped run waits for nothing more. */
  async #rest(ms: number): Promise<void> {
    if (!this.#isStopped) await this.#options.sleep(ms).catch(() => (this.#isStopped = true));
  }

  async #open(): Promise<Opened> {
    const { now, ticks, acknowledge, echo } = this.#options;
    const before = { at: now(), ticks: ticks() };
    const opened = await this.#relay.open({ acknowledge, echo });
    this.#ahead = {
      at: (before.at + now()) / 2 - opened.now,
      ticks: (before.ticks + ticks()) / 2 - opened.ticks,
    };
    return opened;
  }

  /** Several attempts, because networks fail. A relay that stays silent is a lapse. */
  async #patiently(ask: () => Promise<void>): Promise<void> {
    let last = FORGOTTEN;
    for (const pauseMs of [0, ...PAUSES_MS]) {
      if (pauseMs > 0) await this.#options.sleep(pauseMs);
      try {
        await ask();
        return;
      } catch (error) {
        if (error instanceof RelayError) last = error.message.replace(/\.$/, "");
        else if (!(error instanceof ForgottenError)) throw error;
      }
    }
    this.lapses.push(last);
  }

  /** @returns whether there is more. A relay that says so and sends nothing new is not believed. */
  async #poll(waitSeconds: number): Promise<boolean> {
    return this.#asking(async (isCurrent) => {
      const polled = await this.#relay.poll(this.#known, waitSeconds);
      if (!isCurrent()) return true;
      const { arrivals, handshakes, strays, refused = 0, more } = polled;
      this.handshakes.splice(0, Infinity, ...handshakes);
      this.strays.splice(0, Infinity, ...strays);
      const before = this.#known;
      for (const arrival of arrivals) if (arrival.number === this.#known + 1) this.#take(arrival);
      this.#isFull ||= polled.isFull;
      if (refused > (this.#refused ?? refused)) this.lapses.push(REFUSED);
      this.#refused = refused;
      return more && this.#known > before;
    });
  }

  /**
   * Asks a relay that knows all plans and expected deliveries. A relay that has forgotten the run knows nothing from then on,
   * whatever the result of a new opening. If the answer to an opening is lost, the relay already receives.
   */
  async #asking<T>(ask: (isCurrent: () => boolean) => Promise<T>): Promise<T> {
    await this.#tellAgain();
    const lives = this.#lives;
    const isCurrent = () => lives === this.#lives;
    try {
      return await ask(isCurrent);
    } catch (error) {
      if (error instanceof ForgottenError && isCurrent()) this.#isForgotten();
      throw error;
    }
  }

  #isForgotten(): void {
    this.lapses.push(FORGOTTEN);
    this.#lives += 1;
    this.#known = 0;
    this.#isTold = false;
  }

  #take(arrival: Arrival): void {
    this.#known += 1;
    this.arrivals.push({
      ...arrival,
      number: this.arrivals.length + 1,
      at: arrival.at + this.#ahead.at,
      ticks: arrival.ticks + this.#ahead.ticks,
    });
  }

  /** Waits until the relay receives for the run, and knows all plans and expected deliveries. All waiters share one new opening. */
  async #tellAgain(): Promise<void> {
    if (this.#isTold || this.#isStopped) return;
    const tellAll = async () => {
      await this.#open();
      for (const tell of this.#told.values()) await tell();
      this.#isTold = true;
    };
    this.#telling ??= tellAll().finally(() => (this.#telling = undefined));
    await this.#telling;
  }
}
