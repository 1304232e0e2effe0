import type { AnswerPlan, AnswerStep } from "../answer-plan.ts";
import { ACKNOWLEDGED } from "../answer-plan.ts";
import type { Arrival, Received } from "../arrival.ts";
import { Desk, type DeskOptions } from "../desk.ts";

const MAX_SESSIONS = 20;
const MAX_PLANS = 10_000;
const MAX_ARRIVALS = 10_000;
const MAX_SESSION_BYTES = 64 * 1024 * 1024;
const NOTHING = new Uint8Array();

export interface RelaySessionsOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that never jumps. */
  readonly ticks: () => number;
  /** After so long without a question a session is forgotten, with all that came. */
  readonly expireMs: number;
}

interface RelaySession {
  readonly desk: Desk;
  readonly waiting: Set<() => void>;
  plans: number;
  bytes: number;
  askedAt: number;
}

/** The runs that receive by a relay, each with what came to it. Nothing is written to a disk. */
export class RelaySessions {
  readonly #options: RelaySessionsOptions;
  readonly #sessions = new Map<string, RelaySession>();

  constructor(options: RelaySessionsOptions) {
    this.#options = options;
  }

  /** Begins a session, unless it is there already. @returns whether there was room for it */
  open(id: string, { acknowledge, echo }: Pick<DeskOptions, "acknowledge" | "echo"> = {}): boolean {
    this.#forget();
    if (this.#sessions.has(id)) return true;
    if (this.#sessions.size >= MAX_SESSIONS) return false;
    const { now, ticks } = this.#options;
    const desk = new Desk({ now, ticks, ...(acknowledge && { acknowledge }), ...(echo && { echo }) });
    this.#sessions.set(id, { desk, waiting: new Set(), plans: 0, bytes: 0, askedAt: ticks() });
    return true;
  }

  /** @returns whether there is such a session, with room for one more plan */
  plan(id: string, token: string, steps: AnswerPlan): boolean {
    const session = this.#asked(id);
    if (session === undefined || session.plans >= MAX_PLANS) return false;
    session.plans += 1;
    session.desk.plan(token, steps);
    return true;
  }

  /** Waits until more than so many requests have come, or time is up; undefined: there is no such session. */
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

  /** The last handshakes of a session. */
  handshakes(id: string): readonly Arrival[] {
    return this.#sessions.get(id)?.desk.handshakes ?? [];
  }

  /** Whether more has come to a session than is kept of it. */
  isFull(id: string): boolean {
    const session = this.#sessions.get(id);
    if (session === undefined) return false;
    return session.bytes >= MAX_SESSION_BYTES || session.desk.arrivals.length >= MAX_ARRIVALS;
  }

  /** Forgets a session, with all that came. */
  end(id: string): void {
    this.#wake(this.#sessions.get(id));
    this.#sessions.delete(id);
  }

  /** Keeps a request for the session whose it is; without its body, where it bears the id of none, for all. */
  receive(request: Received): AnswerStep {
    this.#forget();
    const target = request.target.toLowerCase();
    for (const [id, session] of this.#sessions) if (target.includes(id)) return this.#keep(session, request);
    const stray = { ...request, body: NOTHING, isCut: request.isCut || request.body.length > 0 };
    const answers = [...this.#sessions.values()].map((session) => this.#keep(session, stray));
    return answers[0] ?? ACKNOWLEDGED;
  }

  #keep(session: RelaySession, request: Received): AnswerStep {
    const hasRoom = session.bytes < MAX_SESSION_BYTES;
    session.bytes += request.body.length + request.target.length;
    const answer = session.desk.receive(hasRoom ? request : { ...request, body: NOTHING, isCut: true });
    this.#wake(session);
    return answer;
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
      if (waiting.size === 0 && askedAt < ticks() - expireMs) this.#sessions.delete(id);
  }
}
