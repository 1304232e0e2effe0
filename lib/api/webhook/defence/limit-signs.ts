import { type Answer, succeeded } from "../../answer.ts";
import type { Draft } from "../../draft.ts";
import { isAbsent } from "../is-clear.ts";
import { hasRetryAfter, signOf } from "./sign-of.ts";
import { isRepeatable } from "./twin.ts";

/** HTTP gives the others a meaning that no limit has: 401, 403, 404, 409, 500 … */
const STATUSES_OF_LIMITS: readonly number[] = [200, 400, 429, 503];
/** What was met once, or in a row, may have been the limit itself. */
const USUAL_FROM = 2;
const KEPT_PROBES = 4;
const KEPT_FIRST = 2;

interface AskingAgain {
  readonly ask: (draft: Draft) => Promise<Answer>;
  readonly pause: () => Promise<void>;
}

/**
 * Tells a limit that answers by a code from a refusal, where the same request passes a moment later: a limit has a
 * Retry-After header, or a status and code with which nothing else is refused.
 */
export class LimitSigns {
  /** Probes that were refused so: the first and the last ones. */
  readonly #probes = new Map<string, readonly Draft[]>();
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
      if (isRepeatable(draft) && draft.overlaps !== true) this.#keep(sign, draft);
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
   * Whether a limit refused a valid request. Where probes were refused so too, they are sent again, at once and after a
   * pause: a limit passes, and what is wrong with a probe does not. One of them is enough: a server that refuses at random
   * refuses probes so as well.
   */
  async isLimit(refused: Answer, asking: AskingAgain): Promise<boolean> {
    if (!this.isPossible(refused)) return false;
    const sign = signOf(refused);
    if (hasRetryAfter(refused)) return true;
    for (const probe of this.#probes.get(sign) ?? [])
      if (await isStillRefused(probe, sign, asking)) return false;
    this.#probes.delete(sign);
    return true;
  }

  #keep(sign: string, probe: Draft): void {
    const probes = [...(this.#probes.get(sign) ?? []), probe];
    this.#probes.set(sign, probes.length > KEPT_PROBES ? probes.toSpliced(KEPT_FIRST, 1) : probes);
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

/** Or accepted, which says nothing. */
async function isStillRefused(probe: Draft, sign: string, { ask, pause }: AskingAgain): Promise<boolean> {
  let again = await ask(probe);
  if (signOf(again) === sign) {
    await pause();
    again = await ask(probe);
  }
  return succeeded(again) || signOf(again) === sign;
}
