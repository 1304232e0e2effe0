import type { McpAnswer } from "./door.ts";
import { HANDSHAKE_REVISION } from "./era.ts";
import { responseTo, resultOf } from "./rpc.ts";

const OLDER_REVISIONS = ["2025-06-18", "2025-03-26"];

/**
 * Opens a session of the newest revision with sessions. A service that does not speak it answers with another revision, or
 * with an error. After an error, older revisions are tried.
 * @returns the first answer with a session, or the one for the newest revision
 */
export async function openHandshake(open: (revision: string) => Promise<McpAnswer>): Promise<McpAnswer> {
  const newest = await open(HANDSHAKE_REVISION);
  if (responseTo(newest, newest.request.waitsFor)?.error === undefined) return newest;
  for (const revision of OLDER_REVISIONS) {
    const answer = await open(revision);
    if (resultOf(answer) !== undefined) return answer;
  }
  return newest;
}
