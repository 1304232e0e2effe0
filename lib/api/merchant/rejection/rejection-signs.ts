import { type Answer, succeeded, isAbsent } from "../../exchange/answer.ts";
import { describeJson } from "../../json/json.ts";
import { headerOf } from "../../exchange/infrastructure.ts";
import { isPassingPage } from "../../exchange/may-be-gateway.ts";
import type { Draft } from "../../request/draft.ts";
import { isRepeatable } from "../../request/is-repeatable.ts";

/** HTTP gives the others a meaning that no limit has: 401, 403, 404, 409, 500 … */
const STATUSES_OF_LIMITS: readonly number[] = [200, 400, 429, 503];
/** In these states the document says nothing about some operations. */
const OTHER_STATES: readonly string[] = ["nothing", "disabled"];

interface AskingAgain {
  /** The answer that accepted the same request later: a limit answers in another way. */
  readonly accepted?: Answer | undefined;
  /** Sends an invalid request again. */
  readonly ask: (invalid: Draft) => Promise<Answer>;
  readonly pause: () => Promise<unknown>;
}

interface Rejecting {
  /** Its merchant and operation. */
  readonly by: string;
  /** Whether no limit has caused it: it was the first rejection, or a valid request was accepted since then. */
  readonly isSettled: boolean;
}

interface Known extends Rejecting {
  readonly draft: Draft | null;
}

interface Open extends Rejecting {
  /** null: several signs. */
  readonly sign: string | null;
}

/**
 * Distinguishes a rate limit from other rejections: it has a Retry-After header, or a status and code that no invalid
 * request gets.
 */
export class RejectionSigns {
  /**
   * Maps the sign of an answer to an invalid request that can be repeated, or to null for an accepted request.
   */
  readonly #known = new Map<string, Known>();
  /** The signs of rejections that the document leaves open, by operation and state. */
  readonly #open = new Map<string, Open>();
  /** The signs that an invalid request gets each time, so that no limit has them. */
  readonly #usual = new Set<string>();

  /**
   * Notes an answer to a valid request that was accepted, or to one that need not be.
   * @param kind its operation and state
   * @param name its merchant
   */
  note(answer: Answer, { kind, name }: { readonly kind: string; readonly name: string }): void {
    const { draft } = answer;
    const sign = signOf(answer);
    const by = `${name} ${draft.label}`;
    const isFirst = [...this.#known.values()].every((known) => known.by !== by);
    if (succeeded(answer)) this.#noteAccepted(by, sign);
    else if (draft.expects === "open") this.#noteOpen(kind, { by, sign, isSettled: false });
    else if (isRepeatable(draft) && draft.overlaps !== true && !this.#known.has(sign))
      this.#known.set(sign, { by, draft, isSettled: isFirst });
  }

  /** Whether a limit may have rejected a valid request, as far as this is known without a request. */
  isMarked(rejected: Answer): boolean {
    if (hasRetryAfter(rejected)) return true;
    const isUsual = this.#known.get(signOf(rejected))?.isSettled === true;
    return this.#mayBeLimit(rejected) && this.#known.size > 0 && !isUsual;
  }

  /**
   * Whether a limit rejected a valid request. The limit may have met an invalid request before: sent again, at once or
   * after a pause, this one is then rejected for its own reason.
   */
  async isLimit(rejected: Answer, { accepted, ask, pause }: AskingAgain): Promise<boolean> {
    const sign = signOf(rejected);
    if (accepted !== undefined && signOf(accepted) === sign) return false;
    const invalid = this.#known.get(sign)?.draft;
    if (invalid === undefined || hasRetryAfter(rejected)) return this.isMarked(rejected);
    if (invalid === null || this.#usual.has(sign) || !this.#mayBeLimit(rejected)) return false;
    let again = await ask(invalid);
    if (signOf(again) === sign) {
      await pause();
      again = await ask(invalid);
    }
    const isUsual = succeeded(again) || signOf(again) === sign;
    if (isUsual) this.#usual.add(sign);
    else this.#known.delete(sign);
    return !isUsual;
  }

  #noteAccepted(by: string, sign: string): void {
    settle(this.#known, by);
    settle(this.#open, by);
    this.#known.set(sign, { draft: null, by, isSettled: true });
  }

  #noteOpen(kind: string, open: Open): void {
    const known = this.#open.get(kind) ?? open;
    this.#open.set(kind, known.sign === open.sign ? known : { ...known, sign: null });
  }

  /** An operation that is always rejected so in another state is no limit. */
  #mayBeLimit(rejected: Answer): boolean {
    const { draft, envelope, wire } = rejected;
    const sign = signOf(rejected);
    const isOfState = OTHER_STATES.some((state) => {
      const open = this.#open.get(`${draft.label}, ${state}`);
      return open?.isSettled === true && open.sign === sign;
    });
    return !isOfState && !isAbsent(envelope?.["code"]) && STATUSES_OF_LIMITS.includes(wire.status);
  }
}

function settle<R extends Rejecting>(signs: Map<string, R>, by: string): void {
  for (const [key, one] of signs) if (one.by === by) signs.set(key, { ...one, isSettled: true });
}

/** Whether something in front of the target may have answered, with a page, to ban a client. */
export function isBan({ envelope, wire }: Answer): boolean {
  return envelope === undefined && isPassingPage(wire);
}

/** Properties that distinguish answers of one kind: status, code, and whether they ask to come back later. */
export function signOf(answer: Answer): string {
  const { wire, envelope } = answer;
  const code = envelope === undefined ? "without envelope" : describeJson(envelope["code"]);
  return `${wire.status} ${code}${hasRetryAfter(answer) ? " with Retry-After" : ""}`;
}

function hasRetryAfter({ wire }: Pick<Answer, "wire">): boolean {
  return headerOf(wire, "retry-after") !== undefined;
}
