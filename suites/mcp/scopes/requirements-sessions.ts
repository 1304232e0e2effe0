import type { McpMeans } from "../../../lib/mcp/means.ts";
import type { McpOffence } from "../../../lib/mcp/refusals/doors.ts";
import {
  failRequirement,
  throwInapplicable,
  throwInconclusive,
  isStatus,
  SCOPE_UNREAD,
  WITHOUT_TOKEN,
} from "../../../lib/mcp/refusals/fails.ts";
import { refusesRequests } from "../../../lib/mcp/refusals/refusals.ts";
import { inSessionOfWriter } from "../../../lib/mcp/refusals/shared-writes.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { callRead } from "../../../lib/mcp/service/tools.ts";
import { cookiesOf, headersOf, withHeader } from "../../../lib/mcp/wire/mcp-request.ts";
import { describeMcpAnswer } from "../../../lib/mcp/wire/shown-answer.ts";
import { countsUp } from "../../../lib/mcp/wire/counts-up.ts";
import {
  otherMerchantToken,
  secondUserToken,
  TO_ASK,
  TO_WRITE,
} from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.protectedServer, TO_ASK);
const SESSIONS = "MCP 2025-03-26 to 2025-11-25, Transports, Session Management";

/** The session decides, whatever token a request has. */
const OF_THE_SESSION = { ...SCOPE_UNREAD, otherwise: WITHOUT_TOKEN };

export const readOnlyInASession = inferred("scopes.read-only-in-a-session", {
  needs: TO_WRITE,
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking; OAuth 2.1, 5.2",
  text: "A read-only token cannot change anything inside a session that was opened with a read-write token.",
  because: GROUNDS.readOnlyScope,
  check: async ({ withSessions, mcp }) => {
    const service = await withSessions();
    await service.provenWrite();
    const attempted = await service.attemptForbidden(inSessionOfWriter(mcp));
    service.hasNoEffect(attempted, "a write with the read-only token", OF_THE_SESSION, "in a session");
  },
});

export const sessionIsNoToken = inferred("scopes.session-is-no-token", {
  needs: TO_WRITE,
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking",
  text: "The session or a cookie of a read-write token cannot replace the token: without one the answer is 401.",
  check: async ({ withSessions, mcp }) => {
    const service = await withSessions();
    await service.provenWrite();
    await service.readingOfWriter();
    const ofWriter = mcp.answers.filter(({ request }) => request.caller === mcp.readWrite.name);
    const cookies = cookiesOf({ headers: ofWriter.flatMap(({ headers }) => headers) });
    const writeWithCookies = async (header: string) =>
      service.attemptWrite(async (call) => {
        const request = await service.callTool(call, mcp.anonymous, mcp.readWrite);
        return { ...withHeader(request, "Cookie", header), isProbe: true };
      });
    const attempted = await (cookies === undefined ? service.writeWithoutToken() : writeWithCookies(cookies));
    service.hasNoEffect(attempted, "a write with a session alone", WITHOUT_TOKEN, "in a session");
    isStatus(attempted.answer, [401], "a session without a token", WITHOUT_TOKEN);
  },
});

export const sessionIds = inferred("scopes.session-ids", {
  source: SESSIONS,
  text: "Session ids are visible ASCII, and do not count up: one does not reveal the next.",
  check: async ({ withSessions, mcp }) => {
    const { era } = await withSessions();
    if (sessionsOpened(mcp).length < 2) await mcp.send(era.opening(mcp.readOnly));
    const sessions = sessionsOpened(mcp);
    if (sessions.length < 2) throwInconclusive("A second session got no id.");
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
  text: "A session that was ended by DELETE is answered 404 from then on; it takes no notifications and no calls, and opens no stream.",
  check: async ({ withSessions, mcp, effort }) => {
    const { era } = await withSessions();
    const own = mcp.sessionOwner;
    if (!mcp.succeeds(await mcp.send(await era.request("tools/list", {}, own))))
      throwInconclusive("tools/list did not succeed in a session.");
    const last = await era.request("tools/list", {}, own);
    const calls = mcp.facts.read === null ? [] : [await callRead(mcp, era, own)];
    const others = [await era.notification(own), await era.bare("GET", own), ...calls];
    const ended = await mcp.send(await era.bare("DELETE", own));
    if (ended.status === 405) throwInapplicable("The service does not let clients end sessions.");
    isStatus(ended, [200, 202, 204], "the DELETE of a session");
    isStatus(await mcp.send(last), [404], "a session that was ended");
    for (const request of effort.isQuick ? [] : others) {
      const answer = await mcp.send({ ...request, isProbe: true });
      if (mcp.succeeds(answer)) failRequirement(`no ${request.label} in a session that was ended`, answer);
    }
  },
});

export const sessionOfAnotherUser = advisory("scopes.session-of-another-user", {
  needs: [...TO_ASK, secondUserToken],
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking",
  text: "A session cannot be used with the token of another user: not for a request, a stream, or its end.",
  check: async ({ proveOnce, withSessions, mcp, effort }) => {
    const { era } = await withSessions();
    const second = { name: "second user", token: mcp.facts.secondUserToken ?? undefined };
    const list = async (opener = second) => era.request("tools/list", {}, second, opener);
    await proveOnce("tools/list with the token of the second user", async () => mcp.send(await list()));
    const answer = await mcp.send({ ...(await list(mcp.readOnly)), isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("a request with the session of another user to fail", answer);
    for (const method of effort.isQuick ? [] : (["GET", "DELETE"] as const)) {
      const bare = await mcp.send({ ...(await era.bare(method, second, mcp.readOnly)), isProbe: true });
      if (mcp.succeeds(bare)) failRequirement(`a ${method} with the session of another user to fail`, bare);
    }
  },
});

export const merchantsApart = advisory("scopes.merchants-apart", {
  needs: [...TO_WRITE, otherMerchantToken],
  sections: ["1", "3.2", "5"],
  text: "The read tool does not show another merchant what the first one has written: neither as it is, nor with arguments that name the first merchant.",
  check: async ({ anyEra }) => {
    const { provenWrite, readingsOfOther, fail } = await anyEra();
    await provenWrite();
    for (const { how, answer, showsWrite, isRefused } of await readingsOfOther())
      if (showsWrite) fail(`a reading of another merchant ${how} not to show the write`, answer);
      else if (isRefused === true)
        throwInconclusive(
          `The token of another merchant (mcp.otherMerchantToken) was answered ${describeMcpAnswer(answer)}.`,
        );
  },
});

/** Checks that the list of tools is refused with this id of a session. */
function refusesSession(what: string, id: string | undefined, ...statuses: readonly number[]) {
  return async (means: McpMeans): Promise<void> => {
    await means.withSessions();
    const offence: McpOffence = {
      what,
      change: (valid) => withHeader(valid, "Mcp-Session-Id", id),
      at: ({ era }) => era.name === "handshake",
    };
    await refusesRequests({ offences: [offence], doors: ["tools/list"], statuses })(means);
  };
}

export const missingSession = advisory("scopes.missing-session", {
  source: SESSIONS,
  text: "A request without a session id is answered 400 by a service that has sessions.",
  check: refusesSession("a request without a session id", undefined, 400),
});

export const unknownSession = advisory("scopes.unknown-session", {
  source: SESSIONS,
  text: "A session id that the service has not given is answered 404 or 400.",
  check: refusesSession("a session that does not exist", "conformance-no-such-session-7d20c4", 404, 400),
});

/** The sessions with an id that the run has opened so far. */
function sessionsOpened({ answers }: McpMeans["mcp"]) {
  return answers
    .filter(({ request }) => request.label === "initialize")
    .flatMap((answer) => headersOf(answer, "mcp-session-id").map((id) => ({ answer, id })));
}
