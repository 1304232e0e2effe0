import { setTimeout as sleep } from "node:timers/promises";
import type { Reference } from "../../lib/reference/reference.ts";
import type { ReferenceRequest } from "../../lib/reference/responder.ts";
import { seededDraw } from "../../lib/reference/variants/random.ts";

/** Faults of a network and its gateways. Shares are from 0 to 1. */
export interface Weather {
  /** Share of answers that a gateway replaces with its own, half of them after the request took effect. */
  readonly gatewayShare: number;
  /** Share of connections that are reset, half of them after the request took effect. */
  readonly resetShare: number;
  /** Answers after which a kept connection is dropped without an answer. */
  readonly answersPerConnection: number;
  /** Requests per second. Further requests get 429, half of them with Retry-After. */
  readonly requestsPerSecond: number;
  /** Answers 429 whatever the pace. */
  readonly throttleShare: number;
  readonly latencyMs: number;
  readonly spikeShare: number;
  readonly spikeMs: number;
  /** From which request, and up to which one, nothing but a gateway answers. */
  readonly outage?: readonly [from: number, to: number];
}

const PARTS = 1_000_000;

/** The answers of a reference through bad weather, which is the same for the same seed. */
export class ThroughWeather {
  /** How often each fault was made. */
  readonly faults = { gateway: 0, reset: 0, drop: 0, throttle: 0, spike: 0 };
  readonly #reference: Reference;
  readonly #weather: Weather;
  readonly #draw: (bound: number) => number;
  readonly #recent: number[] = [];
  #received = 0;

  constructor(reference: Reference, weather: Weather, seed: number) {
    this.#reference = reference;
    this.#weather = weather;
    this.#draw = seededDraw(seed);
  }

  /** An answer of type `error` stands for a reset. */
  async fetch(request: ReferenceRequest, connection: string): Promise<Response> {
    await this.#delay();
    const { gatewayShare, resetShare } = this.#weather;
    const [chance, half] = [this.#random(), this.#random()];
    if (this.#isOut()) return gatewayPage(half);
    const fault = chance < gatewayShare ? "gateway" : chance > 1 - resetShare ? "reset" : undefined;
    if (fault !== undefined && half < 0.5) return this.#fault(fault, half);
    if (this.#isThrottled()) {
      this.faults.throttle += 1;
      return throttled(half);
    }
    const response = await this.#reference.fetch(request, connection);
    return fault === undefined ? response : this.#fault(fault, half);
  }

  #fault(fault: "gateway" | "reset", chance: number): Response {
    this.faults[fault] += 1;
    return fault === "reset" ? Response.error() : gatewayPage(chance);
  }

  async #delay(): Promise<void> {
    const isSpike = this.#random() < this.#weather.spikeShare;
    if (isSpike) this.faults.spike += 1;
    await sleep(isSpike ? this.#weather.spikeMs : this.#weather.latencyMs);
  }

  #isOut(): boolean {
    const [from, to] = this.#weather.outage ?? [Number.POSITIVE_INFINITY, 0];
    this.#received += 1;
    return this.#received >= from && this.#received < to;
  }

  #isThrottled(): boolean {
    const now = performance.now();
    while ((this.#recent[0] ?? now) < now - 1_000) this.#recent.shift();
    if (this.#random() < this.#weather.throttleShare) return true;
    if (this.#recent.length >= this.#weather.requestsPerSecond) return true;
    this.#recent.push(now);
    return false;
  }

  #random(): number {
    return this.#draw(PARTS) / PARTS;
  }
}

/** Of gateways, of content delivery networks, and of a load balancer that closes an idle connection. */
const PAGE_STATUSES: readonly number[] = [502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530, 408];

function gatewayPage(chance: number): Response {
  const status = PAGE_STATUSES[Math.floor(chance * 1_000) % PAGE_STATUSES.length] ?? 502;
  return new Response(`<html><h1>${status}</h1></html>`, {
    status,
    headers: { "content-type": "text/html" },
  });
}

function throttled(chance: number): Response {
  const headers: Record<string, string> = chance < 0.5 ? { "retry-after": "1" } : {};
  return new Response('{"error":"too many requests"}', { status: 429, headers });
}
