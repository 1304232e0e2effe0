import type { RequirementId } from "../../engine/requirement/requirement.ts";
import type { Judgement, RequestCounts } from "../../engine/record/result.ts";
import type { Reporter } from "./reporter.ts";
import type { TerminalStream } from "../terminal/print-prose.ts";
import { progressLine, type RunProgress } from "./progress-line.ts";

const PLAIN_INTERVAL_MS = 5_000;

/** Shows how far a run is: one line that is overwritten on a terminal, or a line every few seconds elsewhere. */
export class ProgressReport implements Reporter {
  readonly #stream: TerminalStream;
  readonly #isShown: boolean;
  readonly #startedAt = Date.now();
  #lastPlainAt = this.#startedAt;
  /** About how many requests each requirement takes. */
  #costs: ReadonlyMap<RequirementId, number> = new Map();
  /** About how many seconds each requirement waits on purpose. */
  #waits: ReadonlyMap<RequirementId, number> = new Map();
  readonly #standing: { -readonly [member in keyof RunProgress]: RunProgress[member] } = {
    current: "",
    done: -1,
    planned: 0,
    left: 0,
    sent: undefined,
    failed: 0,
    waitedSeconds: 0,
    waitsDone: 0,
    waitsLeft: 0,
  };

  constructor(stream: TerminalStream, { quiet }: { readonly quiet: boolean }) {
    this.#stream = stream;
    this.#isShown = !quiet;
  }

  planned(
    costs: ReadonlyMap<RequirementId, number>,
    waits: ReadonlyMap<RequirementId, number> = new Map(),
  ): void {
    this.#costs = costs;
    this.#waits = waits;
    this.#standing.waitsLeft = sumOf(waits);
    this.#standing.planned = costs.size;
    this.#standing.left = sumOf(costs);
  }

  started(requirement: RequirementId): void {
    this.#standing.left -= this.#costs.get(this.#standing.current) ?? 0;
    const waited = this.#waits.get(this.#standing.current) ?? 0;
    this.#standing.waitsDone += waited;
    this.#standing.waitsLeft -= waited;
    this.#standing.current = requirement;
    this.#standing.done += 1;
    this.#show();
  }

  judged({ result }: Judgement, { sent }: Readonly<RequestCounts>, waitedSeconds: number): void {
    this.#standing.waitedSeconds = waitedSeconds;
    this.#standing.sent = sent;
    if ("verdict" in result && result.verdict === "failed") this.#standing.failed += 1;
    this.#show();
  }

  clear(): void {
    if (this.#stream.isTTY === true) this.#stream.write("\r\u001b[K");
  }

  #show(): void {
    if (!this.#isShown || this.#standing.done < 0) return;
    const now = Date.now();
    const line = progressLine(this.#standing, now - this.#startedAt);
    if (this.#stream.isTTY === true) {
      this.#stream.write(`\r\u001b[K${line.slice(0, (this.#stream.columns ?? 80) - 1)}`);
    } else if (now - this.#lastPlainAt >= PLAIN_INTERVAL_MS) {
      this.#lastPlainAt = now;
      this.#stream.write(`${line}\n`);
    }
  }
}

function sumOf(numbers: ReadonlyMap<RequirementId, number>): number {
  return [...numbers.values()].reduce((sum, one) => sum + one, 0);
}
