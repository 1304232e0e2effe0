import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { AnswerPlan } from "../answer-plan.ts";
import type { Receiver } from "../receiver.ts";
import { relayReceiver } from "./relay-receiver.ts";
import { ForgottenError, type Relay } from "./relay.ts";
import { RelaySessions } from "./relay-sessions.ts";

const SESSION = "0123456789abcdef";
const FAILING: AnswerPlan = [{ status: 503 }];
const LAPSE = "the relay has forgotten the run; it may have been restarted";

/** A relay in this process, whose answers may be late or get lost. */
class WeakRelay implements Relay {
  sessions = this.#anew();
  /** How often it has begun to receive. */
  openings = 0;
  /** Waited for before a plan is taken. */
  beforePlan: () => Promise<void> = async () => undefined;
  refused = 0;
  body = "{}";
  #isClosed = false;

  restart(): void {
    this.sessions.end(SESSION);
    this.sessions = this.#anew();
  }

  /** Its answer to each request. */
  receive(target: string): number {
    const request = {
      method: "POST",
      headers: [],
      body: Buffer.from(this.body),
      isCut: false,
      tls: undefined,
    };
    return this.sessions.receive({ ...request, target: `/${SESSION}/${target}` }).status;
  }

  readonly open: Relay["open"] = async () => {
    this.sessions.open(SESSION);
    this.openings += 1;
    return { url: `https://relay.example/${SESSION}`, endsTls: true, now: 0, ticks: 0 };
  };

  readonly plan: Relay["plan"] = async (token, steps) => {
    await this.beforePlan();
    if (!this.sessions.plan(SESSION, token, steps)) throw new ForgottenError();
  };

  readonly expect: Relay["expect"] = async (token) => {
    if (!this.sessions.expect(SESSION, token)) throw new ForgottenError();
  };

  readonly poll: Relay["poll"] = async (after, waitSeconds) => {
    const arrivals = await this.sessions.arrivals(SESSION, after, this.#isClosed ? 0 : waitSeconds * 1_000);
    if (arrivals === undefined) throw new ForgottenError();
    await sleep(1);
    return { arrivals, handshakes: [], strays: [], refused: this.refused, more: false, isFull: false };
  };

  readonly close = async (): Promise<void> => {
    this.#isClosed = true;
    this.sessions.end(SESSION);
  };

  #anew(): RelaySessions {
    return new RelaySessions({ now: Date.now, ticks: () => performance.now(), expireMs: 60_000 });
  }
}

async function receiving(relay: Relay): Promise<Receiver> {
  const receiver = await relayReceiver(relay, {
    acknowledge: undefined,
    echo: undefined,
    now: Date.now,
    ticks: () => performance.now(),
    sleep: async () => sleep(1),
  });
  onTestFinished(async () => receiver.close());
  return receiver;
}

test("who catches up with a relay that was started anew waits until it knows plans and expected deliveries again", async () => {
  const relay = new WeakRelay();
  const receiver = await receiving(relay);
  await receiver.plan("a", FAILING);
  await receiver.expect("a");
  relay.body = '{"id":"1","challenge":"c"}';
  const late = Promise.withResolvers<void>();
  relay.beforePlan = async () => late.promise;
  relay.restart();
  await expect.poll(() => relay.openings).toBe(2);
  const status = receiver.catchUp().then(() => relay.receive("a"));
  await sleep(20);
  late.resolve();
  expect(await status).toBe(503);
  expect(receiver.lapses).toEqual([LAPSE]);
});

test("a relay that refuses connections meanwhile is a lapse", async () => {
  const relay = new WeakRelay();
  relay.refused = 3;
  const receiver = await receiving(relay);
  await receiver.catchUp();
  expect(receiver.lapses).toEqual([]);
  relay.refused = 4;
  await receiver.catchUp();
  expect(receiver.lapses).toEqual(["the relay refused connections, because too many were open"]);
});
