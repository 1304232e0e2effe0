import type { Judgement, RequestCounts } from "../result.ts";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** Hears a run while it goes on. */
export interface RunListener {
  planned(count: number): void;
  started(requirement: string): void;
  judged(judgement: Judgement, counts: RequestCounts): void;
}

/** The vitest reporter that hands judgements on. A bystander that found nothing wrong is left out. */
export class Collector implements Reporter {
  readonly judgements: Judgement[] = [];
  /** What broke outside of the checks, each once. */
  readonly defects = new Set<string>();
  /** How many checks and observations there are to judge. */
  planned = 0;
  counts: RequestCounts = { sent: 0, retried: 0, rateLimited: 0 };
  /** What was run, for reporters that read vitest's own results. */
  ran: { readonly vitest: Vitest; readonly modules: readonly TestModule[] } | undefined;
  #vitest: Vitest | undefined;
  readonly #listener: RunListener;

  constructor(listener: RunListener) {
    this.#listener = listener;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestModuleCollected(module: TestModule): void {
    this.planned = [...module.children.allTests()].length;
    this.#listener.planned(this.planned);
  }

  onTestCaseReady(test: TestCase): void {
    this.#listener.started(test.name);
  }

  onTestCaseResult(test: TestCase): void {
    const { judgement, counts, bystander } = test.meta();
    if (counts !== undefined) this.counts = counts;
    if (judgement === undefined) this.#recordDefect(test);
    else if (bystander !== true || foundSomethingWrong(judgement)) {
      this.judgements.push(judgement);
      this.#listener.judged(judgement, this.counts);
    }
  }

  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly { message: string; stack?: string }[],
  ): void {
    if (this.#vitest !== undefined) this.ran = { vitest: this.#vitest, modules };
    const errors = [...modules.flatMap((module) => module.errors()), ...unhandled];
    for (const { message, stack } of errors) this.defects.add(stack ?? message);
  }

  #recordDefect(test: TestCase): void {
    const result = test.result();
    if (result.state !== "failed") return;
    for (const { message, stack } of result.errors) this.defects.add(stack ?? message);
  }
}

function foundSomethingWrong({ result }: Judgement): boolean {
  return "verdict" in result && ["failed", "warned", "errored"].includes(result.verdict);
}
