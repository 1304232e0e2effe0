import type { McpAnswer } from "./door.ts";
import { HANDSHAKE_REVISION } from "./era.ts";
import { responseTo, resultOf } from "./rpc.ts";

const OLDER_REVISIONS = ["2025-06-18", "2025-03-26"];
/** The specification shows this code for a revision that a service does not speak. */
const INVALID_PARAMS = -32_602;

/**
 * Opens a session of the newest revision with sessions. A service that does not speak it answers with another one, or with
 * an error: then older ones are tried.
 * @returns the first answer with a session, or the one for the newest revision
 */
export async function openHandshake(open: (revision: string) => Promise<McpAnswer>): Promise<McpAnswer> {
  const newest = await open(HANDSHAKE_REVISION);
  if (responseTo(newest, newest.request.waitsFor)?.error?.["code"] !== INVALID_PARAMS) return newest;
  for (const revision of OLDER_REVISIONS) {
    const answer = await open(revision);
    if (resultOf(answer) !== undefined) return answer;
  }
  return newest;
}
