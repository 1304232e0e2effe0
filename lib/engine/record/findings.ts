import { type Deviation, explainsDeviations, inParts } from "../requirement/deviation.ts";
import type { Log } from "./log.ts";
import type { RequirementId } from "../requirement/requirement.ts";
import type { RecordedExchange } from "../requirement/recorded-exchange.ts";
import type { Evidence } from "./verdict.ts";

/** A violation of one requirement, found during a check of another. */
export interface Heard {
  readonly requirement: RequirementId;
  readonly evidence: Evidence;
  /** The check at that time. Undefined: before the first one. */
  readonly during: RequirementId | undefined;
  /** The exchanges on which its expectation is based, perhaps of an earlier check. */
  readonly because: readonly RecordedExchange[];
  /** The last exchanges before the violation, and the one that shows it. */
  readonly exchanges: readonly RecordedExchange[];
}

export interface FindingsOptions {
  readonly log: Pick<Log, "underWay" | "at">;
  /** Removes the credentials of this check, which are unknown later. */
  readonly redact: (text: string) => string;
  /** Whether each answer keeps or breaks a requirement alone. Then the current check never explains it. */
  readonly byItself: (requirement: RequirementId) => boolean;
  /** Whether a violation of the requirement only warns. */
  readonly onlyWarns: (requirement: RequirementId) => boolean;
}

/** The findings of a whole run, of all its lanes. */
class KnownFindings {
  readonly kept = new Map<RequirementId, number>();
  /** The checks whose answers kept a requirement. */
  readonly keptIn = new Map<RequirementId, Set<RequirementId>>();
  readonly doubts = new Map<RequirementId, string>();
  readonly broken = new Map<RequirementId, Heard>();
  readonly failed = new Set<RequirementId>();
  /** The known state before an exchange. */
  readonly grounds = new WeakMap<RecordedExchange, readonly RecordedExchange[]>();
  readonly deviationsFrom = new Map<RequirementId, readonly Deviation[]>();
  readonly deviations = new WeakMap<RecordedExchange, readonly Deviation[]>();
  obscuring: readonly Deviation[] = [];
}

/**
 * The findings of a run about requirements that are decided by answers, check by check. Observations add
 * nothing, because they never decide.
 */
export class Findings {
  readonly #options: FindingsOptions;
  readonly #known: KnownFindings;
  /** Findings of the current check. */
  #waiting: Heard[] = [];

  constructor(options: FindingsOptions, known: KnownFindings = new KnownFindings()) {
    this.#options = options;
    this.#known = known;
  }

  /** The findings of another lane. Both know what a check of either has settled. */
  beside(record: Pick<FindingsOptions, "log" | "redact">): Findings {
    const redact = (text: string) => record.redact(text);
    return new Findings({ ...this.#options, log: record.log, redact }, this.#known);
  }

  isByItself(requirement: RequirementId): boolean {
    return this.#options.byItself(requirement);
  }

  /** Notes the exchanges on which the expectation of an answer is based. */
  rests(exchange: RecordedExchange, because: readonly RecordedExchange[]): void {
    this.#known.grounds.set(exchange, because);
  }

  /** Notes the deviations of an answer from its expectation. */
  deviates(exchange: RecordedExchange, deviations: readonly Deviation[]): void {
    if (deviations.length > 0) this.#known.deviations.set(exchange, deviations);
  }

  deviationsOf(exchange: RecordedExchange | undefined): readonly Deviation[] {
    return (exchange && this.#known.deviations.get(exchange)) ?? [];
  }

  /** Notes that an answer shows too little of what its request has done for most rules. */
  obscures(exchange: RecordedExchange): void {
    this.#known.obscuring = withNews(this.#known.obscuring, this.deviationsOf(exchange));
  }

  /** The deviations because of which a requirement was neither kept nor broken: those of obscure answers. Empty: something was heard of it. */
  deviationsBehindSilence(requirement: RequirementId): readonly Deviation[] {
    const isHeard = this.timesKept(requirement) > 0 || this.violationOf(requirement) !== undefined;
    return isHeard || this.doubtAbout(requirement) !== undefined ? [] : this.#known.obscuring;
  }

  /** The exchanges on which the expectation of an answer of the current check is based. */
  groundsOf(exchange: number | undefined): readonly RecordedExchange[] {
    const shows = exchange === undefined ? undefined : this.#options.log.at(exchange);
    return (shows === undefined ? undefined : this.#known.grounds.get(shows)) ?? [];
  }

  kept(requirement: RequirementId): void {
    if (this.#isDeaf) return;
    this.#known.kept.set(requirement, this.timesKept(requirement) + 1);
    const during = this.#during;
    if (during === undefined) return;
    const checks = this.#known.keptIn.get(requirement) ?? new Set();
    this.#known.keptIn.set(requirement, checks.add(during));
  }

  /** The other checks whose answers kept a requirement. */
  keptIn(requirement: RequirementId): readonly RequirementId[] {
    return [...(this.#known.keptIn.get(requirement) ?? [])].filter((check) => check !== requirement);
  }

  /** Adds a violation. It waits for {@link settle}. */
  broken(violation: Omit<Heard, "during">): void {
    if (this.#isDeaf) return;
    const deviations = this.#shownBy(violation);
    const evidence = { ...this.#withoutCredentials(violation.evidence), deviations };
    const heard = { ...violation, evidence, during: this.#during };
    this.#noteDeviations(heard);
    if (!this.#isAsPlain(heard)) this.#waiting.push(heard);
  }

  #noteDeviations({ requirement, evidence: { deviations = [] } }: Heard): void {
    this.#known.deviationsFrom.set(requirement, withNews(this.deviationsFrom(requirement), deviations));
  }

  /** The deviations of all answers that broke a requirement. */
  deviationsFrom(requirement: RequirementId): readonly Deviation[] {
    return this.#known.deviationsFrom.get(requirement) ?? [];
  }

  /** Whether a known violation of the requirement has evidence as plain. Plainer evidence replaces it. */
  #isAsPlain({ requirement, evidence: { deviations: now = [] } }: Heard): boolean {
    const known = this.#known.broken.get(requirement);
    if (known === undefined) return false;
    const { deviations: before = [] } = known.evidence;
    return before.length === 0 || explainsDeviations(before, now) || !explainsDeviations(now, before);
  }

  /**
   * The deviations of the answer in the parts of the violation. An answer that breaks a requirement alone needs none.
   */
  #shownBy({ requirement, exchanges, evidence }: Omit<Heard, "during">): readonly Deviation[] {
    const { exchange, parts, deviations } = evidence;
    if (deviations !== undefined) return deviations;
    if (parts === undefined && this.isByItself(requirement)) return [];
    return inParts(this.deviationsOf(exchanges.find(({ index }) => index === exchange)), parts);
  }

  #withoutCredentials({ expected, actual, compared, ...evidence }: Evidence): Evidence {
    return {
      ...evidence,
      expected: this.#options.redact(expected),
      actual: this.#options.redact(actual),
      ...(compared && { compared: [this.#options.redact(compared[0]), this.#options.redact(compared[1])] }),
    };
  }

  /** Adds a doubt: the answer does not break the requirement, but prevents the verdict that it is kept. */
  doubt(requirement: RequirementId, reason: string): void {
    if (!this.#isDeaf) this.#known.doubts.set(requirement, reason);
  }

  doubtAbout(requirement: RequirementId): string | undefined {
    return this.#known.doubts.get(requirement);
  }

  /** New findings of the current check. */
  get news(): readonly Heard[] {
    return this.#waiting.filter(({ requirement }) => !this.#known.broken.has(requirement));
  }

  /** New findings of the current check that may count for it. A finding that only warns fails no other check. */
  get claimable(): readonly Heard[] {
    const { byItself, onlyWarns } = this.#options;
    return this.news.filter(({ requirement }) => !byItself(requirement) && !onlyWarns(requirement));
  }

  /**
   * Ends a check. A violation that the check has named does not count for another requirement too. A possible
   * effect of another client counts for none.
   */
  settle({
    explained,
    interfered = false,
  }: {
    readonly explained: boolean;
    readonly interfered?: boolean;
  }): void {
    for (const heard of this.#waiting) {
      if ((explained || interfered) && !this.isByItself(heard.requirement)) continue;
      if (!this.#isAsPlain(heard)) this.#known.broken.set(heard.requirement, heard);
    }
    this.#waiting = [];
  }

  /** Notes that the check of a requirement has failed. */
  fail(requirement: RequirementId): void {
    this.#known.failed.add(requirement);
  }

  hasFailed(requirement: RequirementId): boolean {
    return this.#known.failed.has(requirement);
  }

  timesKept(requirement: RequirementId): number {
    return this.#known.kept.get(requirement) ?? 0;
  }

  violationOf(requirement: RequirementId): Heard | undefined {
    return this.#known.broken.get(requirement);
  }

  get #during(): RequirementId | undefined {
    return this.#options.log.underWay?.requirement;
  }

  get #isDeaf(): boolean {
    return this.#options.log.underWay?.isDeaf === true;
  }
}

/** Adds the deviations that the known ones do not explain. */
function withNews(known: readonly Deviation[], deviations: readonly Deviation[]): readonly Deviation[] {
  return [...known, ...deviations.filter((deviation) => !explainsDeviations(known, [deviation]))];
}
