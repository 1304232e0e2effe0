import { chapterOf, GROUNDS } from "../../../lib/mcp/service/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import { cookiesOf, withHeader } from "../../../lib/mcp/wire/mcp-request.ts";
import type { HandshakeEra } from "../../../lib/mcp/service/handshake-era.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import {
  failRequirement,
  isStatus,
  SCOPE_UNREAD,
  WRITES_WITHOUT_TOKEN,
} from "../../../lib/mcp/refusals/fails.ts";
import {
  hasNoEffect,
  readingOfWriter,
  refusedAmongOthers,
  writeWithoutToken,
} from "../../../lib/mcp/refusals/shared-writes.ts";
import { eraWithSessions, provenWrite, proveOnce } from "../../../lib/mcp/refusals/prove-once.ts";
import { countsUp, sessionsOpened } from "../../../lib/mcp/service/sessions-opened.ts";
import {
  type Attempted,
  attemptForbiddenWrite,
  attemptWrite,
  callRead,
  callTool,
} from "../../../lib/mcp/service/tools.ts";
import { refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { type McpDoor, type McpOffence, methodDoor } from "../../../lib/mcp/refusals/doors.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";
import { secondUserToken } from "../../../lib/profile/needs/needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.protectedServer, TO_ASK);
const SESSIONS = "MCP 2025-03-26 to 2025-11-25, Transports, Session Management";

export const readOnlyInASession = inferred("scopes.read-only-in-a-session", {
  needs: TO_WRITE,
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking; OAuth 2.1, 5.2",
  text: "A read-only token cannot change anything inside a session that was opened with a read-write token.",
  because: GROUNDS.readOnlyScope,
  check: async ({ mcp }) => {
    const era = await eraWithSessions(mcp);
    await provenWrite(mcp, era);
    const attempted =
      (await refusedAmongOthers(mcp, era, "a write of the reader in a session of the writer")) ??
      (await attemptForbiddenWrite(mcp, era, mcp.readOnly, mcp.readWrite));
    hasNoEffect(attempted, "a write with the read-only token", SCOPE_UNREAD, "in a session");
  },
});

export const sessionIsNoToken = inferred("scopes.session-is-no-token", {
  needs: TO_WRITE,
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking",
  text: "The session or a cookie of a read-write token cannot replace the token: without one the answer is 401.",
  check: async ({ mcp }) => {
    const era = await eraWithSessions(mcp);
    await provenWrite(mcp, era);
    const attempted = await writeBySession(mcp, era);
    hasNoEffect(attempted, "a write with a session alone", WRITES_WITHOUT_TOKEN, "in a session");
    isStatus(attempted.answer, [401], "a session without a token");
  },
});

/** Writes without a token, in a session of the read-write token and with its cookies. */
async function writeBySession(mcp: Mcp, era: HandshakeEra): Promise<Attempted> {
  const cookies = cookiesOf(await readingOfWriter(mcp, era));
  if (cookies === undefined) return writeWithoutToken(mcp, era);
  return attemptWrite(mcp, era, async (call) => {
    const request = await callTool(era, call, mcp.anonymous, mcp.readWrite);
    return { ...withHeader(request, "Cookie", cookies), isProbe: true };
  });
}

export const sessionIds = inferred("scopes.session-ids", {
  source: SESSIONS,
  text: "Session ids are visible ASCII, and do not count up: one does not reveal the next.",
  check: async ({ mcp }) => {
    const era = await eraWithSessions(mcp);
    if (sessionsOpened(mcp).length < 2) await mcp.send(era.opening(mcp.readOnly));
    const sessions = sessionsOpened(mcp);
    if (sessions.length < 2) throw new InconclusiveError("A second session got no id.");
    for (const [turn, { answer, id }] of sessions.entries()) {
      if (!/^[\x21-\x7e]+$/.test(id))
        failRequirement("a session id of visible ASCII", answer, JSON.stringify(id));
      const before = sessions[turn - 1]?.id ?? "";
      if (id === before) failRequirement("another id for another session", answer, "twice the same id");
      if (countsUp(before, id))
        failRequirement("session ids that cannot be guessed", answer, "ids that count up");
    }
  },
});

export const endedSession = inferred("scopes.ended-session", {
  source: SESSIONS,
  text: "A session that was ended by DELETE is answered 404 from then on; it takes no notifications, and opens no stream.",
  check: async ({ mcp, effort }) => {
    const era = await eraWithSessions(mcp);
    const own = mcp.sessionOwner;
    if (!mcp.succeeds(await mcp.send(await era.request("tools/list", {}, own))))
      throw new InconclusiveError("tools/list did not succeed in a session.");
    const last = await era.request("tools/list", {}, own);
    const others = [await era.notification(own), await era.bare("GET", own)];
    const ended = await mcp.send(await era.bare("DELETE", own));
    if (ended.status === 405) throw new InapplicableError("The service does not let clients end sessions.");
    isStatus(ended, [200, 202, 204], "the DELETE of a session");
    isStatus(await mcp.send(last), [404], "a session that was ended");
    for (const request of effort.isQuick ? [] : others) {
      const answer = await mcp.send({ ...request, isProbe: true });
      if (mcp.succeeds(answer)) failRequirement(`no ${request.label} in a session that was ended`, answer);
    }
  },
});

export const sessionOfAnotherUser = advisory("scopes.session-of-another-user", {
  needs: [...TO_READ, secondUserToken],
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking",
  text: "A session cannot be used with the token of another user: not for a request, a stream, or its end.",
  check: async ({ mcp, effort }) => {
    const era = await eraWithSessions(mcp);
    const second = { name: "second user", token: mcp.facts.secondUserToken ?? undefined };
    await proveOnce(mcp, "call of the read tool with the token of the second user", async () =>
      mcp.send(await callRead(mcp, era, second)),
    );
    const answer = await mcp.send({ ...(await callRead(mcp, era, second, mcp.readOnly)), isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("a request with the session of another user to fail", answer);
    for (const method of effort.isQuick ? [] : (["GET", "DELETE"] as const)) {
      const bare = await mcp.send({ ...(await era.bare(method, second, mcp.readOnly)), isProbe: true });
      if (mcp.succeeds(bare)) failRequirement(`a ${method} with the session of another user to fail`, bare);
    }
  },
});

export const missingSession = advisory("scopes.missing-session", {
  source: SESSIONS,
  text: "A request without a session id is answered 400 by a service that has sessions.",
  check: refusesRequests({
    offences: [withSession("a request without a session id", undefined)],
    doors: doorsInASession,
    statuses: [400],
  }),
});

export const unknownSession = advisory("scopes.unknown-session", {
  source: SESSIONS,
  text: "A session id that the service has not given is answered 404 or 400.",
  check: refusesRequests({
    offences: [withSession("a session that does not exist", "conformance-no-such-session-7d20c4")],
    doors: doorsInASession,
    statuses: [404, 400],
  }),
});

function withSession(what: string, id: string | undefined): McpOffence {
  return { what, change: (valid) => withHeader(valid, "Mcp-Session-Id", id) };
}

async function doorsInASession(mcp: Mcp): Promise<readonly McpDoor[]> {
  return [methodDoor(mcp, await eraWithSessions(mcp), "tools/list")];
}
