import { InconclusiveError } from "../../../engine/verdict.ts";
import { type Answer, describeAnswer } from "../../answer.ts";
import type { LastingRefusals } from "./lasting-refusals.ts";
import type { Memory } from "../memory.ts";

/** A cap of fewer requests is taken for a fault. */
const LEAST_OF_A_CAP = 5;

/** Fewer disables that are refused may each have come after the target had disabled by itself. */
const TELLING_REFUSALS = 3;

/** What one merchant's valid requests of each kind came to: a kind is an operation, in a state of the configuration. */
export class Acceptances {
  readonly #merchant: string;
  readonly #memory: Pick<Memory, "exists" | "disabled">;
  readonly #lasting: LastingRefusals;
  readonly #accepted = new Map<string, number>();
  readonly #closed = new Map<string, string>();
  #late = 0;

  constructor(
    merchant: string,
    {
      memory,
      lasting,
    }: { readonly memory: Pick<Memory, "exists" | "disabled">; readonly lasting: LastingRefusals },
  ) {
    this.#merchant = merchant;
    this.#memory = memory;
    this.#lasting = lasting;
  }

  /** Of which kind a request of an operation is now. */
  kindOf(label: string): string {
    const { exists, disabled } = this.#memory;
    return `${label}, ${exists ? (disabled ? "disabled" : "configured") : "nothing"}`;
  }

  accepted(kind: string): void {
    this.#accepted.set(kind, (this.#accepted.get(kind) ?? 0) + 1);
    this.#closed.delete(kind);
  }

  /** Whether a request of a kind was ever accepted. */
  knows(kind: string): boolean {
    return this.#accepted.has(kind);
  }

  /** Whether so few requests of an operation were accepted, whatever the state, that no cap can be the reason. */
  isRare(label: string): boolean {
    const counts = [...this.#accepted].filter(([kind]) => kind.startsWith(`${label},`));
    return counts.reduce((sum, [, count]) => sum + count, 0) < LEAST_OF_A_CAP;
  }

  /** Notes that a disable was refused, and that the configuration is disabled; whether it may have been before. */
  mayBeTooLate(kind: string): boolean {
    this.#late += 1;
    return this.knows(kind) || this.#late < TELLING_REFUSALS;
  }

  /** @throws {InconclusiveError} when nothing of a kind is decided any more */
  assertOpen(kind: string): void {
    const why = this.#closed.get(kind);
    if (why !== undefined) throw new InconclusiveError(why);
  }

  /** @throws {InconclusiveError} when the operation is refused so to the end, whoever calls and whatever the state */
  assertPassing(refused: Answer): void {
    const why = this.#lasting.reasonFor(refused);
    if (why !== undefined) throw new InconclusiveError(why);
  }

  /**
   * Requests of a kind have been refused to the end.
   * @param since number of the first request that was
   * @returns why nothing of the kind is decided any more
   */
  close(kind: string, refused: Answer, since: number): string {
    const reason = `From request ${since} on, every valid ${refused.draft.label} of merchant ${this.#merchant} was refused, though ones like it had been accepted before, and no pause helped: ${describeAnswer(refused)}. A cap or a lock-out may be the reason; run again later.`;
    this.#closed.set(kind, reason);
    this.#lasting.note(refused, reason);
    return reason;
  }
}
