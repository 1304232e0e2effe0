import type { WireAnswer, WireRequest } from "../../../http/transport.ts";
import type { Sender } from "../../exchange/sender.ts";

export interface TriggerWay extends Pick<Sender, "sendUnseen"> {
  close(): Promise<void>;
}

/** Where a call goes: as it is written below the base URL, and whole, as it is signed. */
export interface CallPath {
  readonly path: string;
  readonly wholePath: string;
}

export interface TriggerWaysOptions {
  readonly baseUrl: string;
  readonly target: Pick<Sender, "sendUnseen">;
  /** Opens a way to another server, by its scheme, host and port. */
  readonly open: (origin: string) => TriggerWay;
}

const LANE = "trigger";

/**
 * The ways of triggers: what goes to the target counts towards the rate and the budget of the run; each other server is
 * asked no faster and no more often, and is counted by itself.
 */
export class TriggerWays {
  readonly #options: TriggerWaysOptions;
  readonly #origin: string;
  readonly #basePath: string;
  readonly #elsewhere = new Map<string, TriggerWay>();

  constructor(options: TriggerWaysOptions) {
    this.#options = options;
    const { origin, pathname } = new URL(options.baseUrl);
    this.#origin = origin;
    this.#basePath = pathname.replace(/\/$/, "");
  }

  /**
   * @param url a path below the base URL, or a whole URL
   * @param make the rest of the request; called whenever it goes out
   * @throws {InconclusiveError} when there is no answer, or no more may be sent
   */
  async send(
    url: string,
    label: string,
    make: (to: CallPath) => Promise<Pick<WireRequest, "method" | "headers" | "body">>,
  ): Promise<WireAnswer> {
    const isBelow = url.startsWith("/");
    const { origin } = new URL(isBelow ? this.#origin : url);
    const path = url.replace(/^[^:/]+:\/\/[^/?#]*/, "").replace(/^(?!\/)/, "/");
    const wholePath = isBelow ? `${this.#basePath}${path}` : path;
    return this.#to(origin).sendUnseen(label, async () => ({
      ...(await make({ path, wholePath })),
      ...(!isBelow && { origin }),
      path,
      lane: LANE,
    }));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#elsewhere.values()].map(async (way) => way.close()));
  }

  #to(origin: string): Pick<Sender, "sendUnseen"> {
    if (origin === this.#origin) return this.#options.target;
    const way = this.#elsewhere.get(origin) ?? this.#options.open(origin);
    this.#elsewhere.set(origin, way);
    return way;
  }
}
