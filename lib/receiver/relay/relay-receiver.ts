import type { AnswerPlan } from "../answer-plan.ts";
import type { Arrival } from "../arrival.ts";
import type { Receiver } from "../receiver.ts";
import { ForgottenError, type Manners, type Opened, type Relay, RelayError } from "./relay.ts";

const POLL_SECONDS = 20;
const PAUSES_MS = [200, 600, 1_500];
const MAX_PAUSE_MS = 5_000;

export interface RelayReceiverOptions extends Manners {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly ticks: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * The receiver that a relay is for a run: what comes there is fetched as it comes, with moments by the clocks of this machine.
 * @throws {RelayError} when the relay cannot be used
 */
export async function relayReceiver(relay: Relay, options: RelayReceiverOptions): Promise<Receiver> {
  const far = new FarArrivals(relay, options);
  try {
    const { url, endsTls } = await far.open();
    const following = far.follow();
    return {
      url,
      endsTls,
      isSelfSigned: false,
      brokenOff: 0,
      arrivals: far.arrivals,
      get handshakes() {
        return far.handshakes;
      },
      lapses: far.lapses,
      plan: async (token, steps) => far.plan(token, steps),
      catchUp: async () => far.catchUp(),
      prove: async () => undefined,
      async close() {
        far.stop();
        await relay.close();
        await following;
      },
    };
  } catch (error) {
    await relay.close();
    throw error;
  }
}

/** What has come to a relay, as far as it is known here, and what the relay was told. */
class FarArrivals {
  readonly arrivals: Arrival[] = [];
  handshakes: readonly Arrival[] = [];
  readonly lapses: string[] = [];
  readonly #relay: Relay;
  readonly #options: RelayReceiverOptions;
  readonly #plans = new Map<string, AnswerPlan>();
  /** How far our clocks are ahead of the relay's, in milliseconds. */
  #ahead = { at: 0, ticks: 0 };
  /** How many arrivals of this opening are known. */
  #known = 0;
  #openings = 0;
  /** After which opening it was last found to have forgotten the run. */
  #lapsedAt = 0;
  #reopening: Promise<void> | undefined;
  #isStopped = false;
  #isFull = false;

  constructor(relay: Relay, options: RelayReceiverOptions) {
    this.#relay = relay;
    this.#options = options;
  }

  async open(): Promise<Opened> {
    const { now, ticks, acknowledge, echo } = this.#options;
    const before = { at: now(), ticks: ticks() };
    const opened = await this.#relay.open({ acknowledge, echo });
    this.#ahead = {
      at: (before.at + now()) / 2 - opened.now,
      ticks: (before.ticks + ticks()) / 2 - opened.ticks,
    };
    this.#known = 0;
    this.#openings += 1;
    return opened;
  }

  async plan(token: string, steps: AnswerPlan): Promise<void> {
    this.#plans.set(token, steps);
    await this.#patiently(async () => this.#relay.plan(token, steps));
  }

  /** Until what has come to the relay is known here, too. */
  async catchUp(): Promise<void> {
    await this.#patiently(async () => {
      while (await this.#poll(0));
    });
  }

  /** Fetches what comes, until it is stopped. */
  async follow(): Promise<void> {
    let failures = 0;
    while (!this.#isStopped) {
      try {
        await this.#poll(POLL_SECONDS);
        failures = 0;
      } catch (error) {
        if (!(error instanceof RelayError || error instanceof ForgottenError)) throw error;
        failures += 1;
        if (!this.#isStopped)
          await this.#options.sleep(Math.min(failures * (PAUSES_MS[0] ?? 0), MAX_PAUSE_MS));
      }
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  /** Some times, since networks fail; a relay that stays away is a lapse. */
  async #patiently(ask: () => Promise<void>): Promise<void> {
    let last = "";
    for (const pauseMs of [0, ...PAUSES_MS]) {
      if (pauseMs > 0) await this.#options.sleep(pauseMs);
      const openings = this.#openings;
      try {
        await ask();
        return;
      } catch (error) {
        if (error instanceof ForgottenError) await this.#begin(openings);
        else if (error instanceof RelayError) last = error.message.replace(/\.$/, "");
        else throw error;
      }
    }
    this.lapses.push(last);
  }

  /** @returns whether there is more */
  async #poll(waitSeconds: number): Promise<boolean> {
    const openings = this.#openings;
    try {
      const { arrivals, handshakes, more, isFull } = await this.#relay.poll(this.#known, waitSeconds);
      if (openings !== this.#openings) return true;
      this.handshakes = handshakes;
      for (const arrival of arrivals) if (arrival.number === this.#known + 1) this.#take(arrival);
      if (isFull && !this.#isFull) this.lapses.push("more has come to the relay than it keeps of a run");
      this.#isFull = isFull;
      return more;
    } catch (error) {
      if (!(error instanceof ForgottenError)) throw error;
      await this.#begin(openings);
      return true;
    }
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

  /** Begins anew at a relay that has forgotten the run, once for all who find out. */
  async #begin(openings: number): Promise<void> {
    if (this.#isStopped || openings !== this.#openings) return;
    this.#reopening ??= this.#again().finally(() => (this.#reopening = undefined));
    await this.#reopening;
  }

  async #again(): Promise<void> {
    if (this.#lapsedAt !== this.#openings)
      this.lapses.push("the relay has forgotten the run, as one does that is started anew");
    this.#lapsedAt = this.#openings;
    await this.open();
    for (const [token, steps] of this.#plans) await this.#relay.plan(token, steps);
  }
}
