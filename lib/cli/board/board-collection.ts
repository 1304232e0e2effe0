import { dirname } from "node:path";
import type { RunVerdict } from "../../engine/settle/run-verdict.ts";
import type { PastRun } from "../../reporters/history/history-line.ts";
import type { BoardProblem, BoardTarget } from "../../reporters/page/page-content.ts";
import { targetKey } from "../../reporters/history/is-same-target.ts";
import { RUN_VERDICTS_WORST_FIRST } from "../../reporters/stored/verdict-looks.ts";

/** Long before the first version of the suite. */
const EARLIEST = "2000-01-01";
/** Clocks of machines differ by less. */
const MAX_AHEAD_MS = 86_400_000;
const GOOD = new Set(["conformant", "conformant-partial"]);

/**
 * Explains in a sentence why a run cannot stand on the board. Its file may be damaged or changed. Undefined: it can.
 */
function doubtAbout({ startedAt, verdict, checks, scope }: PastRun, now: Date): string | undefined {
  if (Date.parse(startedAt) > now.getTime() + MAX_AHEAD_MS) {
    return `its run starts in the future (${startedAt}). Check the clock of the machine that ran it`;
  }
  if (startedAt < EARLIEST) {
    return `its run starts before the year 2000 (${startedAt}). Check the clock of the machine that ran it`;
  }
  if (!GOOD.has(verdict)) return undefined;
  const verdicts = new Set([...checks].map(([, one]) => one));
  if (verdicts.has("failed") || verdicts.has("errored")) {
    return `its verdict is ${verdict}, but it has failed checks`;
  }
  if (!verdicts.has("passed") && !verdicts.has("warned") && !verdicts.has("waived")) {
    return `its verdict is ${verdict}, but it has no checks that passed`;
  }
  if (verdict === "conformant" && scope !== undefined) {
    return `its verdict is conformant, but the run was restricted (${scope})`;
  }
  return undefined;
}

/** A year of nights of 54 targets. A run takes about 15 KiB. */
const MAX_RUNS = 20_000;
const MAX_TARGETS = 500;

interface SourcedRun {
  readonly run: PastRun;
  readonly place: string;
}

/** Collects the runs of all files by target. A run that several files contain counts once. */
export class BoardCollection {
  readonly #now: Date;
  readonly #targets = new Map<string, Map<string, SourcedRun>>();
  /** Every requirement so far, each text once: all runs name the same ones. */
  readonly #ids = new Map<string, string>();
  readonly #problems: BoardProblem[] = [];
  #runs = 0;
  #left = 0;

  /** @param now runs that start later are not shown */
  constructor(now: Date) {
    this.#now = now;
  }

  /** The number of different runs. */
  get size(): number {
    return this.#runs;
  }

  /** Every requirement of the runs. */
  get ids(): readonly string[] {
    return [...this.#ids.keys()];
  }

  /** Notes what could not be read, or is doubtful. */
  note(place: string, why: string): void {
    this.#problems.push({ place, why });
  }

  add(run: PastRun, place: string): void {
    const doubt = doubtAbout(run, this.#now);
    if (doubt !== undefined) this.note(place, `${doubt}. It is not shown`);
    else this.#enter(run, place);
  }

  /** Everything that could not be read, or is doubtful. */
  problems(): BoardProblem[] {
    const limits = `a board has at most ${MAX_TARGETS} targets and ${MAX_RUNS} runs`;
    const left = { place: "board", why: `${this.#left} runs are not shown: ${limits}` };
    return [...(this.#left === 0 ? [] : [left]), ...this.#problems];
  }

  /** The targets, those with the worst verdict first, then by name. */
  targets(): BoardTarget[] {
    return [...this.#targets.values()].flatMap(targetOf).toSorted(byAttention);
  }

  #enter(run: PastRun, place: string): void {
    const key = targetKey(run.target);
    const known = this.#targets.get(key);
    const same = known?.get(run.startedAt);
    if (same !== undefined) return void known?.set(run.startedAt, this.#merged(same, { run, place }));
    if (this.#runs >= MAX_RUNS || (known === undefined && this.#targets.size >= MAX_TARGETS)) {
      this.#left += 1;
      return;
    }
    this.#runs += 1;
    const checks = new Map([...run.checks].map(([id, verdict]) => [this.#once(id), verdict]));
    const entry = { run: { ...run, checks }, place };
    if (known === undefined) this.#targets.set(key, new Map([[run.startedAt, entry]]));
    else known.set(run.startedAt, entry);
  }

  #once(id: string): string {
    if (!this.#ids.has(id)) this.#ids.set(id, id);
    return this.#ids.get(id) ?? id;
  }

  /** Two files with the same run: the one with a report. If they contradict each other, the worse one. */
  #merged(one: SourcedRun, other: SourcedRun): SourcedRun {
    if (one.run.verdict !== other.run.verdict) {
      this.note(
        other.place,
        `it and ${one.place} have different verdicts of the same run. The page shows the worse one`,
      );
      return severityOf(one.run.verdict) < severityOf(other.run.verdict) ? one : other;
    }
    return other.run.report === undefined ? one : other;
  }
}

function severityOf(verdict: RunVerdict): number {
  return RUN_VERDICTS_WORST_FIRST.indexOf(verdict);
}

function targetOf(entries: ReadonlyMap<string, SourcedRun>): BoardTarget[] {
  const all = [...entries.values()].toSorted(
    ({ run: one }, { run: other }) => Date.parse(one.startedAt) - Date.parse(other.startedAt),
  );
  const runs = all.map(({ run }) => run);
  const folders = [...new Set(all.toReversed().map(({ place }) => dirname(place)))];
  const last = runs.at(-1);
  return last === undefined ? [] : [{ ...last.target, runs, last, folders }];
}

function byAttention(one: BoardTarget, other: BoardTarget): number {
  const bySeverity = severityOf(one.last.verdict) - severityOf(other.last.verdict);
  return bySeverity === 0 ? one.name.localeCompare(other.name, "en", { numeric: true }) : bySeverity;
}
