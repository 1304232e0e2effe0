import { inferred } from "../../../lib/mcp/requirement.ts";
import { alteredTokens, forgedTokens, UNVERIFIED } from "../../../lib/mcp/altered-tokens.ts";
import type { Budget } from "../../../lib/engine/effort.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { openingWithoutToken } from "../../../lib/mcp/discovery.ts";
import { failRequirement, isStatus, WRITES_WITHOUT_TOKEN } from "../../../lib/mcp/oracles/fails.ts";
import { NEVER_ISSUED } from "../../../lib/mcp/door.ts";
import {
  provenGuard,
  provenList,
  provenReading,
  provenWrite,
  proveOnce,
  readingWithoutToken,
  readingWithUnknownToken,
  validNotification,
} from "../../../lib/mcp/oracles/prove-once.ts";
import { refusesEverywhere, refusesTokens } from "../../../lib/mcp/oracles/refuses-tokens.ts";
import { writeWithoutToken } from "../../../lib/mcp/oracles/shared-writes.ts";
import { TO_ASK, TO_READ, TO_WRITE } from "../../../lib/profile/mcp-needs.ts";
import { expiredToken, otherResourceToken, otherServerToken } from "../../../lib/profile/needs.ts";
import { OF_PROTECTED_SERVERS } from "./grounds.ts";

const TOKEN_NEEDED = "MCP 2025-03-26 and later, Authorization, Access Token Usage; OAuth 2.1, 5.1";
const TOKEN_HANDLING = "MCP 2025-03-26 and later, Authorization, Token Handling; OAuth 2.1, 5.2";
const SECTIONS = ["5"] as const;
const ALTERED_TRIED: Budget = { quick: 4, standard: 5, deep: 5 };
const FORGED_TRIED: Budget = { quick: 2, standard: 5, deep: 5 };

export const withoutTokenOpening = inferred("authorization.without-token-opening", {
  sections: SECTIONS,
  needs: TO_ASK,
  source: TOKEN_NEEDED,
  text: "The first request of a client, `initialize` or `server/discover`, is answered 401 without a token.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      const answer = await openingWithoutToken(mcp, era);
      isStatus(answer, [401], `${answer.request.label} without a token (${era.name})`);
    }),
});

export const withoutTokenListing = inferred("authorization.without-token-listing", {
  sections: SECTIONS,
  needs: TO_ASK,
  source: TOKEN_NEEDED,
  text: "The list of tools is answered 401 without a token.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await provenList(mcp, era);
      const request = await era.request("tools/list", {}, mcp.anonymous, mcp.readOnly);
      isStatus(
        await mcp.send({ ...request, isProbe: true }),
        [401],
        `tools/list without a token (${era.name})`,
      );
    }),
});

export const withoutTokenReading = inferred("authorization.without-token-reading", {
  sections: SECTIONS,
  needs: TO_READ,
  source: TOKEN_NEEDED,
  text: "A call of the tool that reads is answered 401 without a token.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await provenReading(mcp, era);
      isStatus(await readingWithoutToken(mcp, era), [401], `reading without a token (${era.name})`);
    }),
});

export const withoutTokenWriting = inferred("authorization.without-token-writing", {
  sections: SECTIONS,
  needs: TO_WRITE,
  source: TOKEN_NEEDED,
  text: "A call of the tool that writes has no effect without a token, and is answered 401.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp }) =>
    mcp.eachEra(async (era) => {
      await provenWrite(mcp, era);
      const { answer, reading, tookEffect } = await writeWithoutToken(mcp, era);
      if (tookEffect)
        failRequirement(
          `a write without a token to have no effect (${era.name})`,
          reading,
          undefined,
          WRITES_WITHOUT_TOKEN,
        );
      isStatus(answer, [401], `writing without a token (${era.name})`);
    }),
});

export const withoutTokenNotification = inferred("authorization.without-token-notification", {
  sections: SECTIONS,
  needs: TO_ASK,
  source: TOKEN_NEEDED,
  text: "A notification is answered 401 without a token.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) =>
    mcp.eachEra(
      async (era) => {
        await proveOnce(mcp, `notification with the read-only token (${era.name})`, async () =>
          validNotification(mcp, era),
        );
        const request = await era.notification(mcp.anonymous, mcp.readOnly);
        isStatus(
          await mcp.send({ ...request, isProbe: true }),
          [401],
          `a notification without a token (${era.name})`,
        );
      },
      effort.isQuick ? "handshake" : undefined,
    ),
});

export const withoutTokenStream = inferred("authorization.without-token-stream", {
  sections: SECTIONS,
  needs: TO_ASK,
  source: TOKEN_NEEDED,
  text: "Without a token a GET, for a stream of events, and a DELETE, of a session, are answered 401, or 405 if there is no such thing.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp }) => {
    const handshake = await mcp.handshake();
    if (handshake === undefined)
      throw new InapplicableError("The service does not speak the era of the handshake.");
    for (const method of ["GET", "DELETE"] as const) {
      const request = await handshake.bare(method, mcp.anonymous, mcp.readOnly);
      isStatus(await mcp.send({ ...request, isProbe: true }), [401, 405], `${method} without a token`);
    }
  },
});

export const wrongToken = inferred("authorization.wrong-token", {
  sections: SECTIONS,
  needs: TO_READ,
  source: TOKEN_HANDLING,
  text: "A token that was never issued, or is cut, extended or changed, is answered 401.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) => {
    await mcp.eachEra(async (era) => {
      await provenGuard(mcp, era, { unknown: false });
      const answer = await readingWithUnknownToken(mcp, era);
      isStatus(answer, [401], `${NEVER_ISSUED.name} (${era.name})`, UNVERIFIED);
    });
    const altered = alteredTokens(mcp.readOnly.token ?? "");
    await refusesTokens(mcp, altered.slice(0, effort.at(ALTERED_TRIED)), effort, { unknown: false });
  },
});

export const forgedToken = inferred("authorization.forged-token", {
  sections: SECTIONS,
  needs: TO_READ,
  source: `${TOKEN_HANDLING}; RFC 8725, 3.1 and 3.2`,
  text: "A JSON Web Token with the claims of a valid one is answered 401 when it is unsigned, or signed by another party.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) =>
    refusesTokens(
      mcp,
      (await forgedTokens(mcp.readOnly.token ?? "")).slice(0, effort.at(FORGED_TRIED)),
      effort,
    ),
});

export const expired = inferred("authorization.expired-token", {
  sections: SECTIONS,
  needs: [...TO_READ, expiredToken],
  source: TOKEN_HANDLING,
  text: "A token that has expired is answered 401 by every kind of request.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) =>
    refusesEverywhere(mcp, { what: "an expired token", token: mcp.facts.expiredToken ?? "" }, effort),
});

export const otherResource = inferred("authorization.other-resource-token", {
  sections: SECTIONS,
  needs: [...TO_READ, otherResourceToken],
  source: `${TOKEN_HANDLING}; RFC 8707, 2`,
  text: "A token that was issued for another resource is answered 401 by every kind of request.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) => {
    const token = mcp.facts.otherResourceToken ?? "";
    await refusesEverywhere(mcp, { what: "a token for another resource", token }, effort, "tools/list");
  },
});

export const otherServer = inferred("authorization.other-server-token", {
  sections: SECTIONS,
  needs: [...TO_READ, otherServerToken],
  source: TOKEN_HANDLING,
  text: "A token of another authorization server is answered 401 by every kind of request.",
  because: OF_PROTECTED_SERVERS,
  check: async ({ mcp, effort }) => {
    const token = mcp.facts.otherServerToken ?? "";
    await refusesEverywhere(mcp, { what: "a token of another authorization server", token }, effort);
  },
});
