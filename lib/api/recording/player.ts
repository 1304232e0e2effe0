import { setImmediate as turn } from "node:timers/promises";
import type { Recorder } from "../recorder.ts";
import { sameTraits } from "../credential-traits.ts";
import { DUE_LABELS } from "../due-credentials.ts";
import type { Transport, WireAnswer } from "../../http/transport.ts";
import type { SignedRequest } from "../signed-request.ts";
import { TransportFailure } from "../../http/transport-failure.ts";
import type { Clock } from "../webhook/session-setup.ts";
import { clip } from "../../text/clip.ts";
import { InconclusiveError, UnrecordedError } from "../../engine/verdict.ts";
import { type Asked, askedOf, LATEST_MS, type Section, type TakenExchange } from "./recording.ts";

/** Why there is no judgement where an answer came, but is not in the recording. */
export const NOT_KEPT =
  "Cannot be judged again offline: an answer was too large, or no text, and was not kept.";

const MAX_SHOWN_CHARS = 200;

interface Waiting {
  readonly asked: Asked;
  readonly settle: (exchange: TakenExchange) => void;
  readonly refuse: (error: UnrecordedError) => void;
}

/**
 * Answers in the place of a target, from what was recorded of a check: the same requests in the same order get the same
 * answers, at the same times. From the first other request on nothing is answered any more.
 */
export class Player implements Transport {
  readonly clock: Clock = {
    now: () => this.#now,
    sleep: async (ms) => void this.#reach(this.#now + ms),
    ticks: () => this.#reach(this.#next()?.at ?? 0),
  };
  #recorder: Recorder | undefined;
  #now = 0;
  #section: Section | undefined;
  #served = new Set<TakenExchange>();
  #waiting: Waiting[] = [];
  #isTurning = false;

  /** The part of the recording that is answered from. */
  get current(): Section | undefined {
    return this.#section;
  }

  attend(recorder: Recorder): void {
    this.#recorder = recorder;
  }

  /** Answers from this part of the recording from now on; undefined: from none. */
  open(section: Section | undefined): void {
    this.#section = section;
    this.#served = new Set();
    if (section !== undefined) this.#now = section.at;
  }

  /** What of the part was not asked for. */
  get rest(): readonly TakenExchange[] {
    return this.#section?.exchanges.filter((exchange) => !this.#served.has(exchange)) ?? [];
  }

  /** The same, one after the other, each at the time at which its answer came. */
  *takeRest(): Generator<TakenExchange> {
    for (const exchange of this.rest) {
      this.#served.add(exchange);
      this.#reach(exchange.at + exchange.durationMs);
      yield exchange;
    }
  }

  async send(request: SignedRequest): Promise<WireAnswer> {
    const recorder = this.#recorder;
    if (recorder === undefined) throw new Error("Cannot answer: the player attends no session");
    const sentAt = this.#now;
    const asked = askedOf(recorder.shown(request), request);
    const exchange = await this.#inTurn(asked);
    this.#reach(sentAt + exchange.durationMs);
    return withDue(given(exchange), request.due);
  }

  async close(): Promise<void> {}

  /** Time goes on, and not beyond what can be written. */
  #reach(at: number): number {
    this.#now = Math.min(Math.max(this.#now, at), LATEST_MS);
    return this.#now;
  }

  #next(): TakenExchange | undefined {
    return this.#section?.exchanges.find((exchange) => !this.#served.has(exchange));
  }

  /** Requests that overlapped are answered in the order in which they were then. */
  async #inTurn(asked: Asked): Promise<TakenExchange> {
    const { promise, resolve: settle, reject: refuse } = Promise.withResolvers<TakenExchange>();
    this.#waiting.push({ asked, settle, refuse });
    void this.#takeTurns();
    return promise;
  }

  async #takeTurns(): Promise<void> {
    if (this.#isTurning) return;
    this.#isTurning = true;
    while (this.#waiting.length > 0) {
      const known = this.#waiting.length;
      await turn();
      const isMoving = this.#serveNext() || this.#waiting.length > known;
      if (isMoving) continue;
      for (const { asked, refuse } of this.#waiting.splice(0)) refuse(this.#unrecorded(asked));
    }
    this.#isTurning = false;
  }

  #serveNext(): boolean {
    const next = this.#next();
    const at = this.#waiting.findIndex(
      ({ asked }) =>
        next !== undefined &&
        isLike(next.asked, asked) &&
        JSON.stringify(next.asked.headers) === JSON.stringify(asked.headers) &&
        sameTraits(next.asked.credentials, asked.credentials),
    );
    if (next === undefined || at === -1) return false;
    this.#served.add(next);
    for (const { settle } of this.#waiting.splice(at, 1)) settle(next);
    return true;
  }

  #unrecorded(asked: Asked): UnrecordedError {
    if (this.#section === undefined) {
      return new UnrecordedError("Cannot be judged again offline: the recorded run did not come to it.");
    }
    const next = this.#next();
    const recorded = next === undefined ? "nothing more" : shown(next.asked);
    return new UnrecordedError(
      `Cannot be judged again offline: it now asks for what the recording does not hold: ${shown(asked)}. Recorded is ${recorded}.`,
    );
  }
}

/** Whether two requests are the same but for their headers. */
function isLike(one: Asked, other: Asked): boolean {
  return (
    one.method === other.method &&
    one.url === other.url &&
    one.body === other.body &&
    one.lane === other.lane &&
    one.credentials.of === other.credentials.of
  );
}

function shown({ method, url, body, credentials: { of, ...changed } }: Asked): string {
  const forged = Object.entries(changed)
    .filter(([, text]) => text !== "0 s off")
    .map(([name, text]) => `, ${name} ${text}`);
  const path = url.replace(/^[a-z]+:\/\/[^/]+/, "");
  return clip(
    `${method} ${path} of ${of}${forged.join("")}${body === undefined ? "" : `: ${body}`}`,
    MAX_SHOWN_CHARS,
  );
}

/** What was due then, and came back, was taken out; what is due now comes back in its place. */
function withDue(answer: WireAnswer, due: SignedRequest["due"]): WireAnswer {
  const again = (text: string) =>
    text
      .replaceAll(DUE_LABELS.signatures, (label) => due?.signatures.at(-1) ?? label)
      .replaceAll(DUE_LABELS.texts, (label) => due?.texts.at(-1) ?? label);
  const body = Buffer.from(answer.body).toString("utf8");
  const restored = again(body);
  return {
    ...answer,
    headers: answer.headers.map(([name, value]) => [name, again(value)]),
    ...(restored !== body && { body: Buffer.from(restored) }),
  };
}

function given(exchange: TakenExchange): WireAnswer {
  if (exchange.failure !== undefined) throw new TransportFailure(exchange.failure.message, exchange.failure);
  const answer = answerOf(exchange);
  if (answer === undefined) throw new InconclusiveError(NOT_KEPT);
  return answer;
}

/** Undefined: none came, or it was not kept. */
export function answerOf({ answer }: TakenExchange): WireAnswer | undefined {
  if (answer === undefined) return undefined;
  const { status, headers, body, base64 } = answer;
  if (body !== undefined) return { status, headers, body: Buffer.from(body) };
  return base64 === undefined ? undefined : { status, headers, body: Buffer.from(base64, "base64") };
}
