import { isLoopback } from "../../text/is-loopback.ts";

/** A target as results and their history name it. Older lines of the history have no address. */
interface NamedTarget {
  readonly name: string;
  readonly baseUrl?: string | undefined;
}

/** Whether two runs had the same target: the same name and address. On loopback the port does not count. */
export function isSameTarget(one: NamedTarget, other: NamedTarget): boolean {
  if (one.name !== other.name) return false;
  if (one.baseUrl === undefined || other.baseUrl === undefined) return true;
  return targetPlace(one.baseUrl) === targetPlace(other.baseUrl);
}

/** Returns the part of an address that distinguishes targets. */
export function targetPlace(baseUrl: string): string {
  return isLoopback(baseUrl) ? "this machine" : baseUrl;
}
