import type { Redactor } from "../../secrets/redactor.ts";
import type { Diagnosis } from "../../api/diagnosis/diagnosis.ts";
import type { Judgement, RequestCounts, RunWarning } from "../../engine/result.ts";
import { settleInterfered } from "../../engine/settle-interfered.ts";
import { settleReturned } from "../../engine/settle-returned.ts";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";

/** Hears a run while it goes on. */
export interface RunListener {
  planned(count: number): void;
  started(requirement: string): void;
  judged(judgement: Judgement, counts: RequestCounts): void;
}

/** What is thrown, as vitest hands it on. */
type Broken = Readonly<Pick<Error, "message" | "stack">>;

/** The vitest reporter that hands judgements on. An unselected requirement that found nothing wrong is left out. */
export class Collector implements Reporter {
  judgements: readonly Judgement[] = [];
  readonly #defects = new Set<string>();
  /** How many checks and observations there are to judge. */
  planned = 0;
  /** Why the run is not recorded to its end. */
  unrecorded: string | undefined;
  counts: RequestCounts = { sent: 0, retried: 0, rateLimited: 0 };
  /** What was run, for reporters that read vitest's own results. */
  ran: { readonly vitest: Vitest; readonly modules: readonly TestModule[] } | undefined;
  /** What the target did by itself. */
  noticed: readonly RunWarning[] = [];
  #returned: readonly string[] = [];
  #sighting: string | undefined;
  /** Why nothing was judged: no valid request was accepted. */
  diagnosis: Diagnosis | undefined;
  #vitest: Vitest | undefined;
  readonly #listener: RunListener;
  readonly #redactor: Pick<Redactor, "text">;

  /** @param redactor takes the secrets of the run out of what broke: it may quote anything */
  constructor(listener: RunListener, redactor: Pick<Redactor, "text">) {
    this.#listener = listener;
    this.#redactor = redactor;
  }

  /** What broke outside of the checks, each once, without secrets. */
  get defects(): ReadonlySet<string> {
    return this.#defects;
  }

  /** Notes what broke outside of the checks. */
  broke({ stack, message }: Broken): void {
    this.#defects.add(this.#redactor.text(stack ?? message));
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
    const { judgement, counts, returned, unselected, unrecorded, diagnosis, noticed, sighting } = test.meta();
    this.unrecorded ??= unrecorded;
    if (counts !== undefined) this.counts = counts;
    if (returned !== undefined) this.#returned = returned;
    this.#sighting ??= sighting;
    if (noticed !== undefined) this.noticed = noticed;
    if (diagnosis !== undefined) this.diagnosis = diagnosis;
    if (judgement === undefined) this.#recordDefect(test);
    else if (unselected !== true || foundSomethingWrong(judgement)) {
      this.judgements = [...this.judgements, judgement];
      this.#listener.judged(judgement, this.counts);
    }
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Broken[]): void {
    if (this.diagnosis === undefined) {
      this.judgements = this.judgements
        .map((judgement) => settleReturned(judgement, this.#returned))
        .map((judgement) => settleInterfered(judgement, this.#sighting));
      if (this.#vitest !== undefined) this.ran = { vitest: this.#vitest, modules };
    } else this.judgements = [];
    for (const error of [...modules.flatMap((module) => module.errors()), ...unhandled]) this.broke(error);
  }

  #recordDefect(test: TestCase): void {
    const result = test.result();
    if (result.state !== "failed") return;
    for (const error of result.errors) this.broke(error);
  }
}

function foundSomethingWrong({ result }: Judgement): boolean {
  return "verdict" in result && ["failed", "warned", "errored"].includes(result.verdict);
}
