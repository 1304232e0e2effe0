import { InconclusiveError } from "../../../engine/record/verdict.ts";
import type { Receiver } from "../../../receiver/receiver.ts";

/** Watches whether the receiver can be reached all the time. */
export interface Watch {
  /** @throws {InconclusiveError} when it was not */
  readonly assertNoLapse: () => void;
  /** Asks besides whether all requests arrive by the public way, once each. @throws {InconclusiveError} when they do not */
  readonly assertReachable: () => Promise<void>;
}

/** A gateway before the receiver may drop some of so many requests at once. */
const AT_ONCE = 8;

/** A watch that begins now. @param opened the receiver, once it is there */
export function watchOn(opened: () => Receiver | undefined): Watch {
  const lapses = () => opened()?.lapses ?? [];
  const before = lapses().length;
  const assertNoLapse = () => {
    const [lapse] = lapses().slice(before);
    if (lapse !== undefined) throw outOfReach(lapse);
    if (opened()?.isFull() === true) throw outOfReach("it received more than it keeps for one run");
  };
  return {
    assertNoLapse,
    async assertReachable() {
      assertNoLapse();
      const problems = await Promise.all(Array.from({ length: AT_ONCE }, async () => opened()?.prove()));
      assertNoLapse();
      const problem = problems.find((one) => one !== undefined);
      if (problem !== undefined) throw outOfReach(`our own request to it ${problem}`);
    },
  };
}

function outOfReach(why: string): InconclusiveError {
  return new InconclusiveError(
    `The way to the receiver cannot be relied on: ${why.replace(/\.$/, "")}. A missing or repeated delivery shows nothing about the target.`,
  );
}
