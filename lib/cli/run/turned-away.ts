import { UnreachableError } from "../../guest/unreachable-error.ts";
import { InconclusiveError } from "../../verdict.ts";

/** Why a target was not visited; without any answer it is unreachable, otherwise nothing could be judged. */
export interface TurnedAway {
  readonly reason: string;
  readonly unreachable: boolean;
}

/** What an error that ended an arrival says about the target; undefined when it says nothing about it. */
export function turnedAway(error: unknown): TurnedAway | undefined {
  if (error instanceof UnreachableError) return { reason: error.message, unreachable: true };
  return error instanceof InconclusiveError ? { reason: error.message, unreachable: false } : undefined;
}
