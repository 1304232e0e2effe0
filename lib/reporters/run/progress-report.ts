import type { RequirementId } from "../../engine/requirement/requirement.ts";
import type { Judgement, RequestCounts } from "../../engine/record/result.ts";
import type { Reporter } from "./reporter.ts";
import type { TerminalStream } from "../terminal/print-prose.ts";
import { terminalText } from "../../text/terminal-text.ts";

export interface RunProgress {
  readonly current: string;
  readonly done: number;
  readonly planned: number;
  /** About how many requests are left to send. */
  readonly left: number;
  /** Number of requests. Undefined: the run sends none. */
  readonly sent: number | undefined;
  readonly failed: number;
  /** Time spent on waits for the target. It predicts nothing. */
  readonly waitedSeconds: number;
  /** Estimated time of the waits on purpose that are over, in seconds. */
  readonly waitsDone: number;
  /** The same of the waits to come. */
  readonly waitsLeft: number;
}

const TELLING_MS = 2_000;

/** The progress of a run in one line. */
export function progressLine(standing: RunProgress, elapsedMs: number): string {
  const { current, done, planned, sent, failed } = standing;
  const facts = [
    `${done}/${planned}`,
    ...(sent === undefined ? [] : [`${sent} requests`]),
    ...(failed === 0 ? [] : [`${failed} failed so far`]),
    ...pace(standing, elapsedMs),
    terminalText(current),
  ];
  return facts.join(" · ");
}

/**
 * The rate, and the time of the remaining requests at this rate, with the waits on purpose to come. Other waits do not
 * count, because they predict nothing. Shown only after some requests, because an early value misleads.
 */
function pace(
  { done, left, sent = 0, waitedSeconds, waitsDone, waitsLeft }: RunProgress,
  elapsedMs: number,
): string[] {
  if (elapsedMs < TELLING_MS || done === 0 || sent === 0) return [];
  const workedMs = Math.max(0, elapsedMs - (waitedSeconds + waitsDone) * 1_000);
  const leftSeconds = Math.ceil((workedMs * left) / sent / 1_000 + waitsLeft);
  const rate = `${Math.round((sent * 1_000) / elapsedMs)}/s`;
  return leftSeconds > 0 ? [rate, `about ${duration(leftSeconds)} left`] : [rate];
}

function duration(seconds: number): string {
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

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
