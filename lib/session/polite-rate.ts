import { isLoopback } from "../text/is-loopback.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

const REQUESTS_PER_SECOND_OFF_LOOPBACK = 50;

/** The most requests per second that a target gets; undefined on loopback: no limit. */
export function politeRate({ baseUrl, limits }: Pick<Profile, "baseUrl" | "limits">): number | undefined {
  if (limits.requestsPerSecond !== null) return limits.requestsPerSecond;
  return isLoopback(baseUrl) ? undefined : REQUESTS_PER_SECOND_OFF_LOOPBACK;
}
