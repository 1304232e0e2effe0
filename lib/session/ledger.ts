import type { NormativeId, RequirementId } from "../requirements/catalogue.ts";
import type { RecordedExchange } from "../result.ts";
import type { Evidence } from "../verdict.ts";

/** A violation of one requirement, heard while a check about another was under way. */
export interface Overheard {
  readonly requirement: NormativeId;
  readonly evidence: Evidence;
  /** The check that was under way; undefined before the first one. */
  readonly during: RequirementId | undefined;
  /** The exchanges that its expectation rests on, be they of an earlier check. */
  readonly because: readonly RecordedExchange[];
  /** The last exchanges before the violation, and the one that shows it. */
  readonly exchanges: readonly RecordedExchange[];
}

/** Violations of these are never explained by the check under way, which is about transitions. */
const INDEPENDENT = /^(?:envelope|configuration)\./;

/** Whether each answer keeps or breaks a requirement by itself, whatever the configuration is. */
export function isIndependent(requirement: RequirementId): boolean {
  return INDEPENDENT.test(requirement);
}

/** What the answers of a run say about the ambient requirements, check by check. */
export class Ledger {
  readonly #kept = new Map<NormativeId, number>();
  /** The checks in whose answers a requirement was kept. */
  readonly #keptIn = new Map<NormativeId, Set<RequirementId>>();
  readonly #doubts = new Map<NormativeId, string>();
  readonly #broken = new Map<NormativeId, Overheard>();
  readonly #failed = new Set<NormativeId>();
  readonly #redact: (text: string) => string;
  /** What was known before an exchange of the check under way, by its number. */
  readonly #grounds = new Map<number, readonly RecordedExchange[]>();
  #episode: Overheard[] = [];
  #during: RequirementId | undefined;
  #isDeaf = false;

  /** @param redact takes out the credentials of the check under way, which are not known any more later */
  constructor(redact: (text: string) => string) {
    this.#redact = redact;
  }

  /** Starts a check: violations from here on wait for {@link settle}. Of an observation nothing is entered: it never judges. */
  begin(during: RequirementId, { deaf = false }: { readonly deaf?: boolean } = {}): void {
    this.#during = during;
    this.#isDeaf = deaf;
    this.#episode = [];
    this.#grounds.clear();
  }

  /** Notes what the expectation of an answer rests on. */
  rests(exchange: number, because: readonly RecordedExchange[]): void {
    this.#grounds.set(exchange, because);
  }

  /** What the expectation of an answer of the check under way rests on. */
  groundsOf(exchange: number | undefined): readonly RecordedExchange[] {
    return (exchange === undefined ? undefined : this.#grounds.get(exchange)) ?? [];
  }

  kept(requirement: NormativeId): void {
    if (this.#isDeaf) return;
    this.#kept.set(requirement, this.timesKept(requirement) + 1);
    if (this.#during === undefined) return;
    const checks = this.#keptIn.get(requirement) ?? new Set();
    this.#keptIn.set(requirement, checks.add(this.#during));
  }

  /** The other checks in whose answers a requirement was kept. */
  keptIn(requirement: NormativeId): readonly RequirementId[] {
    return [...(this.#keptIn.get(requirement) ?? [])].filter((check) => check !== requirement);
  }

  broken(violation: Omit<Overheard, "during">): void {
    if (this.#isDeaf || this.#broken.has(violation.requirement)) return;
    this.#episode.push({
      ...violation,
      evidence: this.#withoutCredentials(violation.evidence),
      during: this.#during,
    });
  }

  #withoutCredentials({ expected, actual, compared, ...evidence }: Evidence): Evidence {
    return {
      ...evidence,
      expected: this.#redact(expected),
      actual: this.#redact(actual),
      ...(compared && { compared: [this.#redact(compared[0]), this.#redact(compared[1])] }),
    };
  }

  /** Something that neither keeps nor breaks the requirement, but lets nobody say that it is kept. */
  doubt(requirement: NormativeId, reason: string): void {
    if (!this.#isDeaf) this.#doubts.set(requirement, reason);
  }

  doubtAbout(requirement: NormativeId): string | undefined {
    return this.#doubts.get(requirement);
  }

  /** What was heard in the check under way and not before. */
  get news(): readonly Overheard[] {
    return this.#episode.filter(({ requirement }) => !this.#broken.has(requirement));
  }

  /** What was heard in the check under way, not before, and may be counted for it. */
  get claimable(): readonly Overheard[] {
    return this.news.filter(({ requirement }) => !INDEPENDENT.test(requirement));
  }

  /** Ends a check. A violation that the check itself has named is not held against another requirement too, nor what another client may have done against any. */
  settle({
    explained,
    disturbed = false,
  }: {
    readonly explained: boolean;
    readonly disturbed?: boolean;
  }): void {
    for (const overheard of this.news) {
      if ((explained || disturbed) && !isIndependent(overheard.requirement)) continue;
      if (this.#broken.has(overheard.requirement)) continue;
      this.#broken.set(overheard.requirement, overheard);
    }
    this.#episode = [];
  }

  /** Notes that the check of a requirement has failed. */
  fail(requirement: NormativeId): void {
    this.#failed.add(requirement);
  }

  hasFailed(requirement: NormativeId): boolean {
    return this.#failed.has(requirement);
  }

  timesKept(requirement: NormativeId): number {
    return this.#kept.get(requirement) ?? 0;
  }

  violationOf(requirement: NormativeId): Overheard | undefined {
    return this.#broken.get(requirement);
  }
}
