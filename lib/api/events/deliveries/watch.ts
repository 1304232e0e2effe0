import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Receiver } from "../../../receiver/receiver.ts";

/** Watches whether the receiver can be reached all the time. */
export interface Watch {
  /** @throws {InconclusiveError} when it was not */
  readonly assertNoLapse: () => void;
  /** Asks besides whether the public way to it is open now. @throws {InconclusiveError} when it is not */
  readonly assertReachable: () => Promise<void>;
}

/** A watch that begins now. @param opened the receiver, once it is there */
export function watchOn(opened: () => Receiver | undefined): Watch {
  const lapses = () => opened()?.lapses ?? [];
  const before = lapses().length;
  const assertNoLapse = () => {
    const [lapse] = lapses().slice(before);
    if (lapse !== undefined) throw outOfReach(lapse);
    if (opened()?.isFull === true) throw outOfReach("it received more than it keeps for one run");
  };
  return {
    assertNoLapse,
    async assertReachable() {
      assertNoLapse();
      const problem = await opened()?.prove();
      assertNoLapse();
      if (problem !== undefined) throw outOfReach(`our own request to it ${problem}`);
    },
  };
}

function outOfReach(why: string): InconclusiveError {
  return new InconclusiveError(
    `The receiver was not reachable during this check: ${why.replace(/\.$/, "")}. A missing or repeated delivery shows nothing about the target.`,
  );
}
