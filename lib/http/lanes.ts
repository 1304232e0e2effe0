import { Lane, type LaneOptions } from "./lane.ts";
import { TransportFailure } from "./transport-failure.ts";
import type { WireAnswer, WireRequest } from "./transport.ts";

const DEFAULT_LANE = "main";
const UNAVAILABLE = 503;
/** Once it may be short of something else. */
const TELLING_REFUSALS = 2;

/**
 * The connections to a target. Some servers take one at a time: others wait until it is closed, or are answered 503.
 * Where that shows, the idle ones are closed before another is used.
 */
export class Lanes {
  readonly #options: LaneOptions;
  readonly #lanes = new Map<string, Lane>();
  #isOneAtATime = false;
  #refusals = 0;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** @throws {TransportFailure} */
  async send(request: WireRequest): Promise<WireAnswer> {
    const lane = this.#laneOf(request.lane ?? DEFAULT_LANE);
    if (this.#isOneAtATime) await this.#restOthers(lane);
    try {
      const answer = await lane.send(request);
      if (answer.status === UNAVAILABLE && this.#othersIdle(lane).length > 0) await this.#refused(lane);
      return answer;
    } catch (error) {
      if (isTimeout(error) && this.#othersIdle(lane).length > 0) await this.#crowded(lane);
      throw error;
    } finally {
      if (this.#isOneAtATime && this.#isAwaited(lane)) await lane.rest();
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#lanes.values()].map(async (lane) => lane.close()));
  }

  async #refused(lane: Lane): Promise<void> {
    this.#refusals += 1;
    if (this.#refusals >= TELLING_REFUSALS) await this.#crowded(lane);
    else await this.#restOthers(lane);
  }

  async #crowded(lane: Lane): Promise<void> {
    this.#isOneAtATime = true;
    await this.#restOthers(lane);
  }

  async #restOthers(lane: Lane): Promise<void> {
    await Promise.all(this.#othersIdle(lane).map(async (other) => other.rest()));
  }

  #othersIdle(lane: Lane): readonly Lane[] {
    return [...this.#lanes.values()].filter((other) => other !== lane && other.isIdle);
  }

  /** Whether requests of other lanes wait for this one's connection. */
  #isAwaited(lane: Lane): boolean {
    return [...this.#lanes.values()].some((other) => other !== lane && other.isBusy);
  }

  #laneOf(name: string): Lane {
    const lane = this.#lanes.get(name) ?? new Lane(this.#options);
    this.#lanes.set(name, lane);
    return lane;
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof TransportFailure && error.kind === "timeout";
}
