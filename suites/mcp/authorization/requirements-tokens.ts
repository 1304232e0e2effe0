import { inferred } from "../../../lib/api/requirement.ts";
import { alteredTokens, forgedTokens } from "../../../lib/mcp/altered-tokens.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { withHeader } from "../../../lib/mcp/door.ts";
import { fails } from "../../../lib/mcp/oracles/fails.ts";
import { proven, provenGuard, provenReading, provenWrite } from "../../../lib/mcp/oracles/proven.ts";
import { refusesTokens } from "../../../lib/mcp/oracles/refuses-tokens.ts";
import { isStatus } from "../../../lib/mcp/oracles/status.ts";
import { attemptWrite, callRead, callTool } from "../../../lib/mcp/tools.ts";
import {
  expiredToken,
  mcpAddress,
  otherResourceToken,
  otherServerToken,
  readOnlyToken,
  readTool,
  readWriteToken,
  writeTool,
} from "../../../lib/profile/needs.ts";

const OAUTH = "OAuth 2.1 and the MCP authorization specification ask it of every protected MCP server.";
const TOKEN_NEEDED = "MCP 2025-03-26 and later, Authorization, Access Token Usage; OAuth 2.1, 5.1";
const TOKEN_HANDLING = "MCP 2025-03-26 and later, Authorization, Token Handling; OAuth 2.1, 5.2";
const SECTIONS = ["5"] as const;
const READING = [mcpAddress, readOnlyToken, readTool] as const;
const WRITING = [...READING, readWriteToken, writeTool] as const;
/** Not of the form that OAuth 2.1 gives tokens. */
const MALFORMED = [
  { what: "a token with characters that no token has", value: "Bearer <never>|issued" },
  { what: "the scheme without a token", value: "Bearer" },
] as const;

export const withoutTokenOpening = inferred("authorization.without-token-opening", {
  sections: SECTIONS,
  needs: [mcpAddress, readOnlyToken],
  source: TOKEN_NEEDED,
  text: "The first request of a client, `initialize` or `server/discover`, is answered 401 without a token.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      const answer = await mcp.send({ ...era.opening(mcp.nobody), isProbe: true });
      isStatus(answer, [401], `${answer.request.label} without a token (${era.name})`);
    }),
});

export const withoutTokenListing = inferred("authorization.without-token-listing", {
  sections: SECTIONS,
  needs: [mcpAddress, readOnlyToken],
  source: TOKEN_NEEDED,
  text: "The list of tools is answered 401 without a token.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await proven(mcp, `tools/list with the read-only token (${era.name})`, async () =>
        mcp.send(await era.request("tools/list", {}, mcp.readOnly)),
      );
      const request = await era.request("tools/list", {}, mcp.nobody, mcp.readOnly);
      isStatus(
        await mcp.send({ ...request, isProbe: true }),
        [401],
        `tools/list without a token (${era.name})`,
      );
    }),
});

export const withoutTokenReading = inferred("authorization.without-token-reading", {
  sections: SECTIONS,
  needs: READING,
  source: TOKEN_NEEDED,
  text: "A call of the tool that reads is answered 401 without a token.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await provenReading(mcp, era);
      const request = await callRead(mcp, era, mcp.nobody, mcp.readOnly);
      isStatus(await mcp.send({ ...request, isProbe: true }), [401], `reading without a token (${era.name})`);
    }),
});

export const withoutTokenWriting = inferred("authorization.without-token-writing", {
  sections: SECTIONS,
  needs: WRITING,
  source: TOKEN_NEEDED,
  text: "A call of the tool that writes has no effect without a token, and is answered 401.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await provenWrite(mcp, era);
      const { answer, reading, tookEffect } = await attemptWrite(mcp, era, async (call) => ({
        ...(await callTool(era, call, mcp.nobody, mcp.readWrite)),
        isProbe: true,
      }));
      if (tookEffect) fails(`a write without a token to have no effect (${era.name})`, reading);
      isStatus(answer, [401], `writing without a token (${era.name})`);
    }),
});

export const withoutTokenNotification = inferred("authorization.without-token-notification", {
  sections: SECTIONS,
  needs: [mcpAddress, readOnlyToken],
  source: TOKEN_NEEDED,
  text: "A notification is answered 401 without a token.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await proven(mcp, `notification with the read-only token (${era.name})`, async () =>
        mcp.send(await era.notification(mcp.readOnly)),
      );
      const request = await era.notification(mcp.nobody, mcp.readOnly);
      isStatus(
        await mcp.send({ ...request, isProbe: true }),
        [401],
        `a notification without a token (${era.name})`,
      );
    }),
});

export const withoutTokenStream = inferred("authorization.without-token-stream", {
  sections: SECTIONS,
  needs: [mcpAddress, readOnlyToken],
  source: TOKEN_NEEDED,
  text: "Without a token a GET, for a stream of events, and a DELETE, of a session, are answered 401, or 405 where there is no such thing.",
  because: OAUTH,
  check: async ({ mcp }) => {
    const handshake = await mcp.handshake();
    if (handshake === undefined)
      throw new InapplicableError("The service does not speak the era of the handshake.");
    const opener = { name: "read-only, in a session of its own", token: mcp.readOnly.token };
    for (const method of ["GET", "DELETE"] as const) {
      const request = await handshake.bare(method, mcp.nobody, opener);
      isStatus(await mcp.send({ ...request, isProbe: true }), [401, 405], `${method} without a token`);
    }
  },
});

export const wrongToken = inferred("authorization.wrong-token", {
  sections: SECTIONS,
  needs: READING,
  source: TOKEN_HANDLING,
  text: "A token that was never issued, or is cut, extended or changed, is answered 401.",
  because: OAUTH,
  check: async ({ mcp }) => refusesTokens(mcp, alteredTokens(mcp.readOnly.token ?? ""), { unknown: false }),
});

export const forgedToken = inferred("authorization.forged-token", {
  sections: SECTIONS,
  needs: READING,
  source: `${TOKEN_HANDLING}; RFC 8725, 3.1 and 3.2`,
  text: "A JSON Web Token with the claims of a valid one is answered 401 when it is unsigned, or signed by somebody else.",
  because: OAUTH,
  check: async ({ mcp }) => refusesTokens(mcp, await forgedTokens(mcp.readOnly.token ?? "")),
});

export const expired = inferred("authorization.expired-token", {
  sections: SECTIONS,
  needs: [...READING, expiredToken],
  source: TOKEN_HANDLING,
  text: "A token that has expired is answered 401.",
  because: OAUTH,
  check: async ({ mcp }) =>
    refusesTokens(mcp, [{ what: "an expired token", token: mcp.facts.expiredToken ?? "" }]),
});

export const otherResource = inferred("authorization.other-resource-token", {
  sections: SECTIONS,
  needs: [...READING, otherResourceToken],
  source: `${TOKEN_HANDLING}; RFC 8707, 2`,
  text: "A token that was issued for another resource is answered 401.",
  because: OAUTH,
  check: async ({ mcp }) =>
    refusesTokens(mcp, [{ what: "a token for another resource", token: mcp.facts.otherResourceToken ?? "" }]),
});

export const otherServer = inferred("authorization.other-server-token", {
  sections: SECTIONS,
  needs: [...READING, otherServerToken],
  source: TOKEN_HANDLING,
  text: "A token of another authorization server is answered 401.",
  because: OAUTH,
  check: async ({ mcp }) =>
    refusesTokens(mcp, [
      { what: "a token of another authorization server", token: mcp.facts.otherServerToken ?? "" },
    ]),
});

export const malformedHeader = inferred("authorization.malformed-header", {
  sections: SECTIONS,
  needs: READING,
  source: "OAuth 2.1, 5.1.1 and 5.3.2",
  text: "An Authorization header that holds no token by its form is answered 400 or 401.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await provenGuard(mcp, era, { unknown: false });
      for (const { what, value } of MALFORMED) {
        const valid = await callRead(mcp, era, mcp.readOnly);
        const answer = await mcp.send({ ...withHeader(valid, "Authorization", value), isProbe: true });
        isStatus(answer, [400, 401], `${what} (${era.name})`);
      }
    }),
});

export const queryToken = inferred("authorization.query-token", {
  sections: SECTIONS,
  needs: READING,
  source: "OAuth 2.1, 5.1; MCP 2025-03-26 and later, Authorization, Token Requirements",
  text: "A token in the query string has no effect: without one in the Authorization header the answer is 401.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await provenGuard(mcp, era, { unknown: false });
      const request = await callRead(mcp, era, mcp.nobody, mcp.readOnly);
      const url = new URL(request.url);
      url.searchParams.set("access_token", mcp.readOnly.token ?? "");
      const answer = await mcp.send({ ...request, url: url.href, isProbe: true });
      if (mcp.succeeds(answer)) fails(`a token in the query string to have no effect (${era.name})`, answer);
    }),
});

export const schemeCase = inferred("authorization.scheme-case", {
  sections: SECTIONS,
  needs: READING,
  source: "OAuth 2.1, 5.1.1; RFC 9110, 11.1",
  text: "The scheme of the Authorization header is the same in any letter case.",
  because: OAUTH,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await provenReading(mcp, era);
      for (const scheme of ["bearer", "BEARER"]) {
        const valid = await callRead(mcp, era, mcp.readOnly);
        const value = `${scheme} ${mcp.readOnly.token ?? ""}`;
        const answer = await mcp.send(withHeader(valid, "Authorization", value));
        if (!mcp.succeeds(answer))
          fails(`the scheme ${scheme} to be as good as Bearer (${era.name})`, answer);
      }
    }),
});
