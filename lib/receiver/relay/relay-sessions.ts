import { type AnswerPlan, type AnswerStep, ACKNOWLEDGED } from "../answer-plan.ts";
import type { Arrival, Received } from "../arrival.ts";
import { MemoryBudget } from "../memory-budget.ts";
import { Desk, type DeskOptions } from "../desk.ts";
import type { Recipient } from "../taking-in.ts";

const MAX_SESSIONS = 20;
const MAX_PLANS = 10_000;
/** Limit of each session. A run needs less than half of it. */
const SESSION_BYTES = 4 * 1024 * 1024;

export interface RelaySessionsOptions extends Pick<DeskOptions, "now" | "ticks"> {
  /** After this time without a poll, a session and its arrivals are dropped. */
  readonly expireMs: number;
}

interface RelaySession {
  readonly desk: Desk;
  readonly budget: MemoryBudget;
  readonly waiting: Set<() => void>;
  plans: number;
  askedAt: number;
}

/** The runs that receive by a relay, each with its arrivals. Nothing is written to a disk. */
export class RelaySessions implements Recipient {
  readonly #options: RelaySessionsOptions;
  readonly #sessions = new Map<string, RelaySession>();

  constructor(options: RelaySessionsOptions) {
    this.#options = options;
  }

  get bytes(): number {
    return [...this.#sessions.values()].reduce((sum, { budget }) => sum + budget.bytes, 0);
  }

  /**
   * Opens a session, unless it exists.
   * @returns whether there was room for it
   */
  open(id: string, { acknowledge, echo }: Pick<DeskOptions, "acknowledge" | "echo"> = {}): boolean {
    this.#forget();
    if (this.#sessions.has(id)) return true;
    if (this.#sessions.size >= MAX_SESSIONS) return false;
    const { now, ticks } = this.#options;
    const budget = new MemoryBudget(SESSION_BYTES);
    const desk = new Desk({
      now,
      ticks,
      own: id,
      budget,
      ...(acknowledge && { acknowledge }),
      ...(echo && { echo }),
    });
    this.#sessions.set(id, { desk, budget, waiting: new Set(), plans: 0, askedAt: ticks() });
    return true;
  }

  /** @returns whether the session exists and has room for one more plan */
  plan(id: string, token: string, steps: AnswerPlan): boolean {
    const session = this.#asked(id);
    if (session === undefined || session.plans >= MAX_PLANS) return false;
    session.plans += 1;
    session.desk.plan(token, steps);
    return true;
  }

  /**
   * From now on, a session expects deliveries at the URL with a token.
   * @returns whether the session exists
   */
  expect(id: string, token: string): boolean {
    const session = this.#asked(id);
    session?.desk.expect(token);
    return session !== undefined;
  }

  /** Waits until more than this number of requests have come, or time is up. Undefined: the session does not exist. */
  async arrivals(id: string, after: number, waitMs: number): Promise<readonly Arrival[] | undefined> {
    const session = this.#asked(id);
    if (session === undefined) return undefined;
    if (session.desk.arrivals.length <= after && waitMs > 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      session.waiting.add(resolve);
      const timer = setTimeout(resolve, waitMs).unref();
      await promise;
      clearTimeout(timer);
      session.waiting.delete(resolve);
    }
    session.askedAt = this.#options.ticks();
    return session.desk.arrivals.slice(after);
  }

  /** The state of a session besides its arrivals. */
  state(id: string): Pick<Desk, "handshakes" | "strays" | "isFull"> {
    return this.#sessions.get(id)?.desk ?? { handshakes: [], strays: [], isFull: false };
  }

  /** Drops a session, with its arrivals. */
  end(id: string): void {
    const session = this.#sessions.get(id);
    this.#sessions.delete(id);
    this.#wake(session);
  }

  /** Whether a request is of a session that has room for it. */
  keeps(target: string): boolean {
    return this.#ownerOf(target)?.desk.keeps(target) === true;
  }

  /** Keeps a request for its session. */
  receive(request: Received): AnswerStep {
    this.#forget();
    const session = this.#ownerOf(request.target);
    if (session === undefined) return this.#stray(request);
    const answer = session.desk.receive(request);
    this.#wake(session);
    return answer;
  }

  /** Reports a request without a part of any session's URLs to all sessions. */
  #stray(request: Received): AnswerStep {
    for (const { desk } of this.#sessions.values()) desk.stray(request);
    return ACKNOWLEDGED;
  }

  #ownerOf(target: string): RelaySession | undefined {
    const folded = target.toLowerCase();
    for (const [id, session] of this.#sessions) if (folded.includes(id)) return session;
    return [...this.#sessions.values()].find(({ desk }) => desk.owns(target));
  }

  #asked(id: string): RelaySession | undefined {
    const session = this.#sessions.get(id);
    if (session !== undefined) session.askedAt = this.#options.ticks();
    return session;
  }

  #wake(session: RelaySession | undefined): void {
    for (const wake of session?.waiting ?? []) wake();
  }

  #forget(): void {
    const { ticks, expireMs } = this.#options;
    for (const [id, { askedAt, waiting }] of this.#sessions)
      if (waiting.size === 0 && askedAt < ticks() - expireMs) this.end(id);
  }
}
