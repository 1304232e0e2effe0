/**
 * Why a run waited. `asked`: the target asked for it. `rejected`: to see whether a rejection of a valid request passes.
 * `lag`: until query shows a write. `unanswered`: for answers that did not come.
 */
export type WaitReason = "asked" | "rejected" | "lag" | "unanswered";

/** How long a run waited for one reason. */
export interface WaitedTime {
  readonly reason: WaitReason;
  readonly seconds: number;
}

const MS_PER_SECOND = 1_000;

/** The time that a run has waited so far, by reason. */
export class WaitLog {
  readonly #ms = new Map<WaitReason, number>();

  add(reason: WaitReason, ms: number): void {
    this.#ms.set(reason, this.ms(reason) + ms);
  }

  ms(reason: WaitReason): number {
    return this.#ms.get(reason) ?? 0;
  }

  /** Rounded to tenths of a second; shorter waits are left out. */
  get list(): readonly WaitedTime[] {
    return [...this.#ms]
      .map(([reason, ms]) => ({ reason, seconds: Math.round((ms * 10) / MS_PER_SECOND) / 10 }))
      .filter(({ seconds }) => seconds > 0);
  }
}
