import { type Answer, describeAnswer, looksLikeEnvelope, succeeded } from "../../exchange/answer.ts";
import type { Sender } from "../../exchange/sender.ts";
import { GATEWAY_STATUSES, TOO_MANY_REQUESTS } from "../../exchange/infrastructure.ts";
import { isPassingPage } from "../../exchange/may-be-gateway.ts";
import { signOf } from "./rejection-signs.ts";

/** A lock-out is outlasted by these pauses, one after the other. */
const PAUSES_MS: readonly number[] = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000];
const MAX_SEQUENCES = 2;
const MAX_WAITED_MS = 90_000;
/** A lock-out that lasts no longer than this may come again. Only the waiting time of the run limits how often. */
const BRIEF_MS = 8_000;
/** A lock-out after wrong credentials lasts longer. */
const LIMIT_ENDS_WITHIN_MS = 3_000;
const MAX_SHOWN_CHARS = 200;
/** Fewer disables that are rejected may each have come after the target had disabled by itself. */
const TELLING_DISABLES = 3;
const NOT_FOUND = 404;
const LEAST_SERVER_ERROR = 500;
/** After so many pages that came again, the others do too. */
const MOST_LASTING_PAGES = 3;
/** More pages than this share of all answers, or of those of one operation, are the target's. */
const FREQUENT_SHARES = { ofAll: 0.05, ofOne: 0.1 };
/** An error in JSON comes from the target itself more often, so that a smaller share of all answers is enough. */
const FREQUENT_SHARE_WITH_ERRORS = 0.02;
/** Fewer pages may be an accident. */
const FEWEST_FREQUENT_PAGES = 5;
/** Statuses of answers that the layers of HTTP wait for, and ask again. */
const ASKED_AGAIN = new Set<number>([TOO_MANY_REQUESTS, ...GATEWAY_STATUSES]);

/** The kind of refused requests since a valid one was accepted. Wrong credentials may bring any lock-out, other requests only some. */
export type Refused = "nothing" | "other" | "credentials";

interface Outlasting {
  readonly ask: () => Promise<Answer>;
  /** Default: when the request succeeds. */
  readonly isOver?: (answer: Answer) => boolean;
  /** Whether the first pause has shown that the request is rejected for what it is. */
  readonly isVain?: () => Promise<boolean>;
  /** Without it, the request is sent again once: the target has accepted nothing yet. */
  readonly isPatient: boolean;
}

interface Outlasted {
  readonly answer: Answer;
  readonly waitedMs: number;
}

/** Remembers how the target defends itself: by a lock-out after wrong credentials, a ban, a cap or a limit. */
export class DefenceLog {
  readonly #sender: Pick<Sender, "wait" | "waits" | "throttleBy">;
  /** Operations and states for which the pauses were made. */
  readonly #outlasted = new Set<string>();
  /** The pauses of another lane, as long as they go on. */
  #underWay: Promise<unknown> | undefined;
  /** How many valid requests were accepted, by merchant, operation and state of the configuration. */
  readonly #accepted = new Map<string, number>();
  /** How rejections looked that a defence has made. */
  readonly #signs = new Set<string>();
  /** How many disables of a merchant were rejected, and found the configuration disabled. */
  readonly #lateDisables = new Map<string, number>();
  /** The first page after which the target itself answered the same request at once. */
  #firstPage: Answer | undefined;
  /** How many answers came, by operation. */
  readonly #answers = new Map<string, number>();
  /** How many of them were pages that passed. */
  readonly #passingPages = new Map<string, number>();
  /** How many pages came again. */
  #lastingPages = 0;
  /** Whether a page has said that nothing is there. */
  #hasMissed = false;
  #met = { valid: 0, passed: 0, unmarked: 0, longestMs: 0, first: "", lockOuts: 0, ofOthers: 0 };

  constructor(sender: Pick<Sender, "wait" | "waits" | "throttleBy">) {
    this.#sender = sender;
  }

  /** Rejections that count as a defence, for people; undefined: none. */
  get summary(): string | undefined {
    const { valid, passed, longestMs, first } = this.#met;
    if (passed === 0) return undefined;
    return `The target rejected ${passed} of ${valid} valid requests, and accepted them when they were sent again, up to ${seconds(longestMs)} later. The first rejection: ${first}. They count as a lock-out, a ban, a rate limit or a fault of a gateway, and not as failures. If the target asks to come back later by a code, name it under limits.throttledCodes.`;
  }

  /** Rejections that count against the target though the same request was accepted at once, for people; undefined: none. */
  get nowAndThen(): string | undefined {
    const { valid, unmarked } = this.#met;
    if (unmarked === 0) return undefined;
    return `The target rejected ${unmarked} of ${valid} valid requests that it accepted when they were sent again at once. Nothing marks these rejections as a rate limit: they have no Retry-After header, and no status and code of their own. So they count as failures.`;
  }

  /** The pages that did not come again, for people; undefined: none. */
  get ofRouter(): string | undefined {
    const first = this.#firstPage;
    if (first === undefined) return undefined;
    const count = total(this.#passingPages);
    const times = count === 1 ? "Once" : `${count} times`;
    const further = this.#hasMissed ? " A second page with HTTP 404 counts as a failure." : "";
    return `${times} something answered with a page, first ${first.draft.label} by ${describeAnswer(first)}, and the same request reached the target when it was sent again at once. A firewall in front of the target may answer so, or a router while the target restarts.${further}`;
  }

  /**
   * Whether a page may come from something in front of the target, and not come again: of those with HTTP 404 only the first
   * one may. The layers of HTTP ask again by themselves after some statuses.
   */
  mayPass(answer: Answer): boolean {
    const { wire, envelope, draft } = answer;
    const { status } = wire;
    const isJudged =
      isOfTarget(answer) ||
      this.#lastingPages >= MOST_LASTING_PAGES ||
      this.#areFrequent(draft.label, envelope);
    if (isJudged || ASKED_AGAIN.has(status)) return false;
    return status === NOT_FOUND ? !this.#hasMissed : envelope !== undefined || isPassingPage(wire);
  }

  #areFrequent(label: string, error: Answer["envelope"]): boolean {
    const { ofAll, ofOne } = FREQUENT_SHARES;
    const most = error === undefined ? ofAll : FREQUENT_SHARE_WITH_ERRORS;
    const [pages, answers] = [this.#passingPages, this.#answers];
    return (
      areMany(total(pages), total(answers) * most) ||
      areMany(pages.get(label) ?? 0, (answers.get(label) ?? 0) * ofOne)
    );
  }

  /** Counts an answer that may be a page. */
  noteAnswer({ draft }: Answer): void {
    countOne(this.#answers, draft.label);
  }

  /** Whether pages of something in front of the target have passed. */
  get hasPassed(): boolean {
    return this.#firstPage !== undefined;
  }

  /** @param isOver whether the target itself answered the same request at once */
  notePage(page: Answer, { isOver }: { readonly isOver: boolean }): void {
    this.#hasMissed ||= page.wire.status === NOT_FOUND;
    if (isOver) countOne(this.#passingPages, page.draft.label);
    else this.#lastingPages += 1;
    if (isOver) this.#firstPage ??= page;
  }

  /** Notes that the pages have ended which came again. */
  noteEnded(): void {
    this.#lastingPages = 0;
  }

  /** How often wrong credentials have brought a lock-out, or other refused requests without them. */
  lockOuts(isWrong: boolean): number {
    return isWrong ? this.#met.lockOuts : this.#met.ofOthers;
  }

  /** Whether the run may wait for one more lock-out of the kind that has come. */
  get mayOutlastMore(): boolean {
    return this.#met.longestMs <= BRIEF_MS && this.#sender.waits.ms("rejected") + BRIEF_MS <= MAX_WAITED_MS;
  }

  /** Whether any valid request was accepted. */
  get hasAccepted(): boolean {
    return this.#accepted.size > 0;
  }

  /** Whether a valid request of an operation was accepted in a state. */
  knows(kind: string): boolean {
    return total(this.#accepted, `: ${kind}`) > 0;
  }

  /** How many valid requests of an operation were accepted. */
  timesAccepted(label: string): number {
    return total(this.#accepted, `: ${label},`);
  }

  noteAccepted(kind: string, merchant: string): void {
    countOne(this.#accepted, `${merchant}: ${kind}`);
  }

  /** Notes that a disable was rejected, and that the configuration is disabled; whether it may have been before. */
  mayBeTooLate(kind: string, merchant: string): boolean {
    const late = countOne(this.#lateDisables, merchant);
    return late < TELLING_DISABLES || this.#accepted.has(`${merchant}: ${kind}`);
  }

  /** Whether a defence has rejected a valid request in the same way before. */
  hasMet(rejected: Answer): boolean {
    return this.#signs.has(signOf(rejected));
  }

  noteValid(): void {
    this.#met.valid += 1;
  }

  /** Notes a rejection of a valid request that was accepted at once when it was sent again. */
  noteNowAndThen(): void {
    this.#met.unmarked += 1;
  }

  /**
   * Notes a rejection of a valid request that a defence has made, and that is over.
   * @param isLimit whether a limit answered by a code: from now on, the code asks to come back later
   * @param refused what of the merchant was refused since a valid request was accepted
   */
  notePassed(rejected: Answer, { waitedMs = 0, refused = "nothing" as Refused, isLimit = false }): void {
    this.#met.first ||= describeAnswer(rejected).slice(0, MAX_SHOWN_CHARS);
    this.#met.passed += 1;
    this.#signs.add(signOf(rejected));
    this.#met.longestMs = Math.max(this.#met.longestMs, waitedMs);
    const isLockOut = refused !== "nothing" && waitedMs > LIMIT_ENDS_WITHIN_MS;
    const code = rejected.envelope?.["code"];
    if (isLockOut) this.#met.lockOuts += 1;
    if (isLockOut && refused === "other") this.#met.ofOthers += 1;
    if (isLimit && typeof code === "number") this.#sender.throttleBy(code);
  }

  /**
   * Sends a request after each pause until the lock-out is over: once for each operation and state, and twice in a run,
   * but for brief lock-outs. While another lane waits, it only waits for that.
   * @returns the last answer, and how long it took; undefined: it was rejected to the end
   * @throws {BudgetError} when there is no time for it
   */
  async outlast(kind: string, terms: Outlasting): Promise<Outlasted | undefined> {
    const { ask, isOver = succeeded } = terms;
    if (this.#underWay !== undefined) {
      await this.#underWay;
      const answer = await ask();
      if (isOver(answer)) return { answer, waitedMs: 0 };
    }
    if (this.#outlasted.has(kind) || this.#outlasted.size >= MAX_SEQUENCES) return undefined;
    this.#outlasted.add(kind);
    const pausing = this.#pauses(kind, terms);
    this.#underWay = pausing.catch(() => undefined).finally(() => (this.#underWay = undefined));
    return pausing;
  }

  async #pauses(
    kind: string,
    { ask, isOver = succeeded, isVain, isPatient }: Outlasting,
  ): Promise<Outlasted | undefined> {
    let waitedMs = 0;
    for (const ms of isPatient ? PAUSES_MS : PAUSES_MS.slice(0, 1)) {
      if (!(await this.pause(ms))) return undefined;
      waitedMs += ms;
      const answer = await ask();
      if (isOver(answer)) {
        if (waitedMs <= BRIEF_MS) this.#outlasted.delete(kind);
        return { answer, waitedMs };
      }
      if (waitedMs === ms && (await isVain?.()) === true) return undefined;
    }
    return undefined;
  }

  /** Waits, if a run may wait for so long without being asked to. @returns whether it did */
  async pause(ms: number): Promise<boolean> {
    if (this.#sender.waits.ms("rejected") + ms > MAX_WAITED_MS) return false;
    await this.#sender.wait(ms, "rejected");
    return true;
  }

  /** `68 s` */
  get waited(): string {
    return seconds(this.#sender.waits.ms("rejected"));
  }
}

/** Whether the target itself has answered, and nothing in front of it: its refusals may have any members. */
export function isOfTarget({ envelope, wire }: Pick<Answer, "envelope" | "wire">): boolean {
  return looksLikeEnvelope(envelope) || (envelope !== undefined && wire.status < LEAST_SERVER_ERROR);
}

/** Adds one to a count. @returns the new count */
function countOne(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** @param part of the keys that count. Default: all */
function total(counts: ReadonlyMap<string, number>, part = ""): number {
  return [...counts].reduce((sum, [key, count]) => (key.includes(part) ? sum + count : sum), 0);
}

function areMany(pages: number, most: number): boolean {
  return pages >= FEWEST_FREQUENT_PAGES && pages > most;
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`;
}
