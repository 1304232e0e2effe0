import { type Answer, succeeded } from "../../answer.ts";
import type { Draft } from "../../draft.ts";
import { isAbsent } from "../is-clear.ts";
import { hasRetryAfter, signOf } from "./sign-of.ts";
import { isRepeatable } from "./twin.ts";

/** HTTP gives the others a meaning that no limit has: 401, 403, 404, 409, 500 … */
const STATUSES_OF_LIMITS: readonly number[] = [200, 400, 429, 503];
/** What was met once, or in a row, may have been the limit itself. */
const USUAL_FROM = 2;

interface AskingAgain {
  readonly ask: (draft: Draft) => Promise<Answer>;
  readonly pause: () => Promise<void>;
}

/**
 * Tells a limit that answers by a code from a refusal, where the same request passes a moment later: a limit has a
 * Retry-After header, or a status and code with which nothing else is refused.
 */
export class LimitSigns {
  /** The last probe that was refused so. */
  readonly #probes = new Map<string, Draft>();
  /** How often requests of a kind, of which the document says nothing, were refused so. */
  readonly #open = new Map<string, Map<string, number>>();

  readonly #ofSuccess = new Set<string>();
  #last: string | undefined;

  noteAccepted(accepted: Answer): void {
    this.#last = signOf(accepted);
    this.#ofSuccess.add(this.#last);
  }

  /** Notes how a request was refused that need not be accepted. What is refused alike in a row counts once. */
  note(refused: Answer, kind: string): void {
    const sign = signOf(refused);
    const { draft } = refused;
    const isInARow = sign === this.#last;
    this.#last = sign;
    if (draft.expects !== "open") {
      if (isRepeatable(draft) && draft.overlaps !== true) this.#probes.set(sign, draft);
      return;
    }
    if (isInARow) return;
    const counts = this.#open.get(kind) ?? new Map<string, number>();
    this.#open.set(kind, counts.set(sign, (counts.get(sign) ?? 0) + 1));
  }

  /** Whether a limit may have refused a valid request, as far as can be told without asking. */
  isPossible(refused: Answer): boolean {
    if (hasRetryAfter(refused)) return true;
    const { envelope, wire } = refused;
    const hasCode = !isAbsent(envelope?.["code"]) && STATUSES_OF_LIMITS.includes(wire.status);
    const sign = signOf(refused);
    if (!hasCode || this.#ofSuccess.has(sign)) return false;
    return this.#probes.has(sign) || (this.#probes.size > 0 && !this.#isUsual(sign));
  }

  /** Whether it is likely: no probe was refused so. */
  isLikely(refused: Answer): boolean {
    return this.isPossible(refused) && !this.#probes.has(signOf(refused));
  }

  /**
   * Whether a limit refused a valid request. Where a probe was refused so too, it is sent again, at once and after a
   * pause: a limit passes, and what is wrong with the probe does not.
   */
  async isLimit(refused: Answer, { ask, pause }: AskingAgain): Promise<boolean> {
    if (!this.isPossible(refused)) return false;
    const sign = signOf(refused);
    const probe = this.#probes.get(sign);
    if (probe === undefined || hasRetryAfter(refused)) return true;
    let again = await ask(probe);
    if (signOf(again) === sign) {
      await pause();
      again = await ask(probe);
    }
    if (succeeded(again) || signOf(again) === sign) return false;
    this.#probes.delete(sign);
    return true;
  }

  /** Whether most requests of some kind are refused so. */
  #isUsual(sign: string): boolean {
    return [...this.#open.values()].some((counts) => {
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      const own = counts.get(sign) ?? 0;
      return own >= USUAL_FROM && own * 2 > all;
    });
  }
}
