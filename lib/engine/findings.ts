import type { RequirementId } from "./requirement.ts";
import type { RecordedExchange } from "./result.ts";
import type { Evidence } from "./verdict.ts";

/** A violation of one requirement, heard while a check about another was under way. */
export interface Heard {
  readonly requirement: RequirementId;
  readonly evidence: Evidence;
  /** The check that was under way; undefined before the first one. */
  readonly during: RequirementId | undefined;
  /** The last exchanges before the violation, and the one that shows it. */
  readonly exchanges: readonly RecordedExchange[];
}

/** What the answers of a run say about the requirements that are decided by listening, check by check. */
export class Findings {
  readonly #kept = new Map<RequirementId, number>();
  readonly #doubts = new Map<RequirementId, string>();
  readonly #broken = new Map<RequirementId, Heard>();
  readonly #failed = new Set<RequirementId>();
  readonly #redact: (text: string) => string;
  readonly #byItself: (requirement: RequirementId) => boolean;
  #episode: Heard[] = [];
  #during: RequirementId | undefined;
  #isDeaf = false;

  /**
   * @param redact takes out the credentials of the check under way, which are not known any more later
   * @param byItself whether each answer keeps or breaks a requirement by itself: the check under way never explains it
   */
  constructor(redact: (text: string) => string, byItself: (requirement: RequirementId) => boolean) {
    this.#redact = redact;
    this.#byItself = byItself;
  }

  isByItself(requirement: RequirementId): boolean {
    return this.#byItself(requirement);
  }

  /** Starts a check: violations from here on wait for {@link settle}. Of an observation nothing is entered: it never judges. */
  begin(during: RequirementId, { deaf = false }: { readonly deaf?: boolean } = {}): void {
    this.#during = during;
    this.#isDeaf = deaf;
    this.#episode = [];
  }

  kept(requirement: RequirementId): void {
    if (!this.#isDeaf) this.#kept.set(requirement, this.timesKept(requirement) + 1);
  }

  broken(violation: Omit<Heard, "during">): void {
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
  doubt(requirement: RequirementId, reason: string): void {
    if (!this.#isDeaf) this.#doubts.set(requirement, reason);
  }

  doubtAbout(requirement: RequirementId): string | undefined {
    return this.#doubts.get(requirement);
  }

  /** What was heard in the check under way and not before. */
  get news(): readonly Heard[] {
    return this.#episode.filter(({ requirement }) => !this.#broken.has(requirement));
  }

  /** What was heard in the check under way, not before, and may be counted for it. */
  get claimable(): readonly Heard[] {
    return this.news.filter(({ requirement }) => !this.#byItself(requirement));
  }

  /** Ends a check. A violation that the check itself has named is not held against another requirement too, nor what another client may have done against any. */
  settle({
    explained,
    disturbed = false,
  }: {
    readonly explained: boolean;
    readonly disturbed?: boolean;
  }): void {
    for (const heard of this.news) {
      if ((explained || disturbed) && !this.#byItself(heard.requirement)) continue;
      if (this.#broken.has(heard.requirement)) continue;
      this.#broken.set(heard.requirement, heard);
    }
    this.#episode = [];
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
}
