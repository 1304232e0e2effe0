import { advisory, inferred } from "../../../lib/mcp/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/verdict.ts";
import { type Challenge, parameterOf } from "../../../lib/mcp/challenge.ts";
import { bearerOf } from "../../../lib/mcp/discovery.ts";
import { cookiesOf, headersOf, type McpAnswer, withHeader } from "../../../lib/mcp/door.ts";
import type { HandshakeEra } from "../../../lib/mcp/handshake-era.ts";
import type { Mcp } from "../../../lib/mcp/mcp.ts";
import type { Deviation } from "../../../lib/engine/deviation.ts";
import { NO_CHALLENGE, SCOPE_UNREAD, WRITES_WITHOUT_TOKEN } from "../../../lib/mcp/oracles/deviations.ts";
import { failRequirement } from "../../../lib/mcp/oracles/fails.ts";
import { proveOnce, provenReading, provenWrite } from "../../../lib/mcp/oracles/prove-once.ts";
import { readAlone } from "../../../lib/mcp/read-alone.ts";
import { refusedWrite } from "../../../lib/mcp/oracles/refused-write.ts";
import {
  readingOfWriter,
  refusedAmongOthers,
  writeWithoutToken,
} from "../../../lib/mcp/oracles/shared-writes.ts";
import { isStatus } from "../../../lib/mcp/oracles/status.ts";
import { countsUp, sessionsOpened } from "../../../lib/mcp/sessions-opened.ts";
import {
  type Attempted,
  attemptForbiddenWrite,
  attemptWrite,
  callRead,
  callTool,
} from "../../../lib/mcp/tools.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/mcp-needs.ts";
import { noScopeToken, secondUserToken } from "../../../lib/profile/needs.ts";

const OAUTH = "OAuth 2.1 and the MCP authorization specification ask it of every protected MCP server.";
const SESSIONS = "MCP 2025-03-26 to 2025-11-25, Transports, Session Management";
const REFUSED_FROM = 400;
const SECTIONS = ["5"] as const;
const CALLED_INVALID = { what: "a token without the scope is called invalid", when: [] };

/** How a challenge differs that does not say `insufficient_scope`. */
function unsaid(challenge: Challenge | undefined): Deviation {
  if ((challenge?.parameters ?? []).length === 0) return { ...NO_CHALLENGE, when: ["of a 403"] };
  if (parameterOf(challenge, "error") === "invalid_token") return CALLED_INVALID;
  return { what: "insufficient_scope is not said", when: [] };
}

export const readOnlyInASession = inferred("scopes.read-only-in-a-session", {
  sections: SECTIONS,
  needs: TO_WRITE,
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking; OAuth 2.1, 5.2",
  text: "A read-only token cannot change anything inside a session that was opened with a read-write token.",
  because: "The scope is that of the token of each request, and the scope is named Read-only.",
  check: async ({ mcp }) => {
    const era = await sessionsOf(mcp);
    await provenWrite(mcp, era);
    const { reading, tookEffect } =
      (await refusedAmongOthers(mcp, era, "a write of the reader in a session of the writer")) ??
      (await attemptForbiddenWrite(mcp, era, mcp.readOnly, mcp.readWrite));
    if (tookEffect)
      failRequirement("a write with the read-only token to have no effect", reading, undefined, {
        ...SCOPE_UNREAD,
        when: ["in a session"],
      });
  },
});

export const sessionIsNoToken = inferred("scopes.session-is-no-token", {
  sections: SECTIONS,
  needs: TO_WRITE,
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking",
  text: "The session or a cookie of a read-write token cannot replace the token: without one the answer is 401.",
  because: OAUTH,
  check: async ({ mcp }) => {
    const era = await sessionsOf(mcp);
    await provenWrite(mcp, era);
    const { answer, reading, tookEffect } = await writeBySession(mcp, era);
    if (tookEffect)
      failRequirement("a write with a session alone to have no effect", reading, undefined, {
        ...WRITES_WITHOUT_TOKEN,
        when: ["in a session"],
      });
    isStatus(answer, [401], "a session without a token");
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

export const refusalStatus = inferred("scopes.refusal-status", {
  sections: SECTIONS,
  needs: TO_WRITE,
  source: "MCP 2025-03-26 and later, Authorization, Error Handling; OAuth 2.1, 5.3.2",
  text: "A write that is refused to a read-only token by its status is answered 403, and the challenge does not call the token invalid.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      const answer = await refusedWrite(mcp, era);
      isStatus(answer, [403], `a write with the read-only token (${era.name})`);
      if (parameterOf(bearerOf(answer), "error") === "invalid_token")
        failRequirement(
          `no error invalid_token in the challenge (${era.name})`,
          answer,
          challengeText(answer),
          CALLED_INVALID,
        );
    }),
});

export const insufficientScope = advisory("scopes.insufficient-scope", {
  sections: SECTIONS,
  needs: TO_WRITE,
  source: "MCP 2025-11-25 and later, Authorization, Scope Challenge Handling; OAuth 2.1, 5.3.2",
  text: "The 403 says `insufficient_scope`, which scope is needed, and where the metadata is.",
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      const answer = await refusedWrite(mcp, era);
      const challenge = bearerOf(answer);
      if (parameterOf(challenge, "error") !== "insufficient_scope")
        failRequirement(
          `error="insufficient_scope" (${era.name})`,
          answer,
          challengeText(answer),
          unsaid(challenge),
        );
      for (const name of ["scope", "resource_metadata"])
        if (parameterOf(challenge, name) === undefined)
          failRequirement(`${name} in the challenge (${era.name})`, answer, challengeText(answer));
    }),
});

export const noScope = inferred("scopes.no-scope-reads-nothing", {
  sections: SECTIONS,
  needs: [...TO_READ, noScopeToken],
  source: "OAuth 2.1, 1.4.1 and 5.2",
  text: "A token with neither scope reads nothing.",
  because: "The two scopes are what lets a token read, and read and write.",
  check: async ({ mcp, effort }) =>
    mcp.eachEra(
      async (era) => {
        await provenReading(mcp, era);
        const scopeless = { name: "scopeless", token: mcp.facts.noScopeToken ?? undefined };
        const answer = await readAlone(mcp, era, scopeless, { isProbe: true });
        if (mcp.succeeds(answer))
          failRequirement(`a token without a scope to read nothing (${era.name})`, answer, undefined, {
            ...SCOPE_UNREAD,
            when: ["of a token without one"],
          });
      },
      effort.isQuick ? "stateless" : undefined,
    ),
});

export const sessionIds = inferred("scopes.session-ids", {
  sections: SECTIONS,
  needs: TO_ASK,
  source: SESSIONS,
  text: "Session ids are visible ASCII, and do not count up: one does not reveal the next.",
  because: OAUTH,
  check: async ({ mcp }) => {
    const era = await sessionsOf(mcp);
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
  sections: SECTIONS,
  needs: TO_ASK,
  source: SESSIONS,
  text: "A session that was ended by DELETE is answered 404 from then on; it takes no notifications, and opens no stream.",
  because: OAUTH,
  strength: 2,
  check: async ({ mcp, effort }) => {
    const era = await sessionsOf(mcp);
    const own = mcp.sessionOwner;
    const [first, last, notice, stream] = [
      await era.request("tools/list", {}, own),
      await era.request("tools/list", {}, own),
      await era.notification(own),
      await era.bare("GET", own),
    ];
    if (!mcp.succeeds(await mcp.send(first)))
      throw new InconclusiveError("tools/list did not succeed in a session.");
    const ended = await mcp.send(await era.bare("DELETE", own));
    if (ended.status === 405) throw new InapplicableError("The service does not let clients end sessions.");
    isStatus(ended, [200, 202, 204], "the DELETE of a session");
    isStatus(await mcp.send(last), [404], "a session that was ended");
    for (const request of effort.isQuick ? [] : [notice, stream]) {
      const answer = await mcp.send({ ...request, isProbe: true });
      if (answer.status < REFUSED_FROM)
        failRequirement(`no ${request.label} in a session that was ended`, answer);
    }
  },
});

export const sessionOfAnotherUser = advisory("scopes.session-of-another-user", {
  sections: SECTIONS,
  needs: [...TO_READ, secondUserToken],
  source: "MCP 2025-06-18 and later, Security Best Practices, Session Hijacking",
  text: "A session cannot be used with the token of another user.",
  check: async ({ mcp }) => {
    const era = await sessionsOf(mcp);
    const second = { name: "second user", token: mcp.facts.secondUserToken ?? undefined };
    await proveOnce(mcp, "call of the read tool with the token of the second user", async () =>
      mcp.send(await callRead(mcp, era, second)),
    );
    const answer = await mcp.send({ ...(await callRead(mcp, era, second, mcp.readOnly)), isProbe: true });
    if (mcp.succeeds(answer)) failRequirement("a request with the session of another user to fail", answer);
  },
});

export const missingSession = advisory("scopes.missing-session", {
  sections: SECTIONS,
  needs: TO_ASK,
  source: SESSIONS,
  text: "A request without a session id is answered 400 by a service that has sessions.",
  check: async ({ mcp }) => {
    const era = await sessionsOf(mcp);
    const valid = await era.request("tools/list", {}, mcp.readOnly);
    const headers = valid.headers.filter(([name]) => name !== "Mcp-Session-Id");
    isStatus(await mcp.send({ ...valid, headers, isProbe: true }), [400], "a request without a session id");
  },
});

/** The era of the handshake, of a service that has sessions. @throws {InapplicableError} where it has none */
async function sessionsOf(mcp: Mcp): Promise<HandshakeEra> {
  const era = await mcp.handshake();
  if (era === undefined) throw new InapplicableError("The service does not speak the era of the handshake.");
  if ((await era.sessionId(mcp.readOnly)) === undefined)
    throw new InapplicableError("The service has no sessions.");
  return era;
}

function challengeText(answer: McpAnswer): string {
  return `HTTP ${answer.status}, WWW-Authenticate: ${headersOf(answer, "www-authenticate").join(" and ")}`;
}
