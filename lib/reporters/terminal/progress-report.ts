import type { RequirementId } from "../../engine/requirement.ts";
import type { Judgement, RequestCounts } from "../../engine/result.ts";
import type { Reporter } from "../reporter.ts";
import { Progress, type ProgressStream, type Standing } from "./progress.ts";

/** Shows how far a run is while it goes on. */
export class ProgressReport implements Reporter {
  readonly #progress: Progress;
  readonly #isShown: boolean;
  readonly #standing: { -readonly [member in keyof Standing]: Standing[member] } = {
    current: "",
    done: -1,
    planned: 0,
    sent: undefined,
    failed: 0,
    waitedSeconds: 0,
  };

  constructor(stream: ProgressStream, { quiet }: { readonly quiet: boolean }) {
    this.#progress = new Progress(stream);
    this.#isShown = !quiet;
  }

  planned(count: number): void {
    this.#standing.planned = count;
  }

  started(requirement: RequirementId): void {
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
    this.#progress.clear();
  }

  #show(): void {
    if (this.#isShown && this.#standing.done >= 0) this.#progress.show(this.#standing);
  }
}
