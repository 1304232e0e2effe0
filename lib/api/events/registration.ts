import type { Effort } from "../../engine/effort.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Subscription } from "./event-types.ts";
import type { Hook } from "./hook.ts";

/** A hook that a merchant has registered, and what is to be delivered to it. */
export interface Registration {
  readonly merchant: Merchant;
  readonly hook: Hook;
  /** An event type that is delivered. */
  readonly type: string;
  /** All of these that can be triggered. */
  readonly types: readonly string[];
  readonly unshown: Subscription["unshown"];
}

/** The event type of a turn. */
export function typeInTurn({ types, type }: Pick<Registration, "type" | "types">, turn: number): string {
  return types[turn % types.length] ?? type;
}

/** The event types of one round: all of them, or at quick depth some, which differ from turn to turn. */
export function typesInTurn(effort: Effort, types: readonly string[], turn: number): readonly string[] {
  const start = turn % Math.max(types.length, 1);
  return effort.tried([...types.slice(start), ...types.slice(0, start)]);
}
