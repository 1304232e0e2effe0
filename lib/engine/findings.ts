import { type Deviation, explains, inParts } from "./deviation.ts";
import type { Log } from "./log.ts";
import type { RequirementId } from "./requirement.ts";
import type { RecordedExchange } from "./result.ts";
import type { Evidence } from "./verdict.ts";

/** A violation of one requirement, heard while a check about another was under way. */
export interface Heard {
  readonly requirement: RequirementId;
  readonly evidence: Evidence;
  /** The check that was under way; undefined before the first one. */
  readonly during: RequirementId | undefined;
  /** The exchanges that its expectation rests on, be they of an earlier check. */
  readonly because: readonly RecordedExchange[];
  /** The last exchanges before the violation, and the one that shows it. */
  readonly exchanges: readonly RecordedExchange[];
}

export interface FindingsOptions {
  readonly log: Pick<Log, "underWay" | "at">;
  /** Takes out the credentials of the check under way, which are not known any more later. */
  readonly redact: (text: string) => string;
  /** Whether each answer keeps or breaks a requirement by itself: the check under way never explains it. */
  readonly byItself: (requirement: RequirementId) => boolean;
}

/** What the answers of a run say about the requirements that are decided by listening, check by check. Of an observation nothing is entered: it never judges. */
export class Findings {
  readonly #kept = new Map<RequirementId, number>();
  /** The checks in whose answers a requirement was kept. */
  readonly #keptIn = new Map<RequirementId, Set<RequirementId>>();
  readonly #doubts = new Map<RequirementId, string>();
  readonly #broken = new Map<RequirementId, Heard>();
  readonly #failed = new Set<RequirementId>();
  readonly #options: FindingsOptions;
  /** What was known before an exchange. */
  readonly #grounds = new WeakMap<RecordedExchange, readonly RecordedExchange[]>();
  readonly #deviationsFrom = new Map<RequirementId, readonly Deviation[]>();
  readonly #deviations = new WeakMap<RecordedExchange, readonly Deviation[]>();
  /** Heard in the check under way. */
  #waiting: Heard[] = [];

  constructor(options: FindingsOptions) {
    this.#options = options;
  }

  isByItself(requirement: RequirementId): boolean {
    return this.#options.byItself(requirement);
  }

  /** Notes what the expectation of an answer rests on. */
  rests(exchange: RecordedExchange, because: readonly RecordedExchange[]): void {
    this.#grounds.set(exchange, because);
  }

  /** Notes in which ways an answer differs from what was expected of it. */
  deviates(exchange: RecordedExchange, deviations: readonly Deviation[]): void {
    if (deviations.length > 0) this.#deviations.set(exchange, deviations);
  }

  deviationsOf(exchange: RecordedExchange | undefined): readonly Deviation[] {
    return (exchange && this.#deviations.get(exchange)) ?? [];
  }

  /** What the expectation of an answer of the check under way rests on. */
  groundsOf(exchange: number | undefined): readonly RecordedExchange[] {
    const shows = exchange === undefined ? undefined : this.#options.log.at(exchange);
    return (shows === undefined ? undefined : this.#grounds.get(shows)) ?? [];
  }

  kept(requirement: RequirementId): void {
    if (this.#isDeaf) return;
    this.#kept.set(requirement, this.timesKept(requirement) + 1);
    const during = this.#during;
    if (during === undefined) return;
    const checks = this.#keptIn.get(requirement) ?? new Set();
    this.#keptIn.set(requirement, checks.add(during));
  }

  /** The other checks in whose answers a requirement was kept. */
  keptIn(requirement: RequirementId): readonly RequirementId[] {
    return [...(this.#keptIn.get(requirement) ?? [])].filter((check) => check !== requirement);
  }

  /** A violation; it waits for {@link settle}. */
  broken(violation: Omit<Heard, "during">): void {
    if (this.#isDeaf) return;
    const deviations = this.#shownBy(violation);
    const evidence = { ...this.#withoutCredentials(violation.evidence), deviations };
    const heard = { ...violation, evidence, during: this.#during };
    this.#noteDeviations(heard);
    if (!this.#isAsPlain(heard)) this.#waiting.push(heard);
  }

  #noteDeviations({ requirement, evidence: { deviations = [] } }: Heard): void {
    const known = this.deviationsFrom(requirement);
    const more = deviations.filter((deviation) => !explains(known, [deviation]));
    if (more.length > 0) this.#deviationsFrom.set(requirement, [...known, ...more]);
  }

  /** The deviations of all answers that broke a requirement. */
  deviationsFrom(requirement: RequirementId): readonly Deviation[] {
    return this.#deviationsFrom.get(requirement) ?? [];
  }

  /** Whether a violation of the requirement is known whose evidence is as plain: plainer evidence takes its place. */
  #isAsPlain({ requirement, evidence: { deviations: now = [] } }: Heard): boolean {
    const known = this.#broken.get(requirement);
    if (known === undefined) return false;
    const { deviations: before = [] } = known.evidence;
    return before.length === 0 || explains(before, now) || !explains(now, before);
  }

  /** Deviations of the answer in the parts that the violation is about. An answer that breaks a requirement by itself needs none. */
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

  /** Something that neither keeps nor breaks the requirement, but lets nobody say that it is kept. */
  doubt(requirement: RequirementId, reason: string): void {
    if (!this.#isDeaf) this.#doubts.set(requirement, reason);
  }

  doubtAbout(requirement: RequirementId): string | undefined {
    return this.#doubts.get(requirement);
  }

  /** What was heard in the check under way and not before. */
  get news(): readonly Heard[] {
    return this.#waiting.filter(({ requirement }) => !this.#broken.has(requirement));
  }

  /** What was heard in the check under way, not before, and may be counted for it. */
  get claimable(): readonly Heard[] {
    return this.news.filter(({ requirement }) => !this.isByItself(requirement));
  }

  /** Ends a check. A violation that the check itself has named is not held against another requirement too, nor what another client may have done against any. */
  settle({
    explained,
    interfered = false,
  }: {
    readonly explained: boolean;
    readonly interfered?: boolean;
  }): void {
    for (const heard of this.#waiting) {
      if ((explained || interfered) && !this.isByItself(heard.requirement)) continue;
      if (!this.#isAsPlain(heard)) this.#broken.set(heard.requirement, heard);
    }
    this.#waiting = [];
  }

  /** Notes that the check of a requirement has failed. */
  fail(requirement: RequirementId): void {
    this.#failed.add(requirement);
  }

  hasFailed(requirement: RequirementId): boolean {
    return this.#failed.has(requirement);
  }

  timesKept(requirement: RequirementId): number {
    return this.#kept.get(requirement) ?? 0;
  }

  violationOf(requirement: RequirementId): Heard | undefined {
    return this.#broken.get(requirement);
  }

  get #during(): RequirementId | undefined {
    return this.#options.log.underWay?.requirement;
  }

  get #isDeaf(): boolean {
    return this.#options.log.underWay?.isDeaf === true;
  }
}
