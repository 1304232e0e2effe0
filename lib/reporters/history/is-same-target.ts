import { isLoopback } from "../../text/is-loopback.ts";
import type { RunResult } from "../stored/run-result.ts";

type NamedTarget = Pick<RunResult["target"], "name" | "baseUrl">;

/** Whether two runs had the same target: the same name and address. On loopback the port does not count. */
export function isSameTarget(one: NamedTarget, other: NamedTarget): boolean {
  return targetKey(one) === targetKey(other);
}

/** Distinguishes targets by their name and address. */
export function targetKey({ name, baseUrl }: NamedTarget): string {
  return JSON.stringify([name, isLoopback(baseUrl) ? "this machine" : baseUrl]);
}
