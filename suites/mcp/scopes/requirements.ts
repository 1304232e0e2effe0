import type { Deviation } from "../../../lib/engine/requirement/deviation.ts";
import { failChallenge, NO_CHALLENGE, SCOPE_UNREAD } from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/requirement.ts";
import { bearersOf, type Challenge, parameterOf } from "../../../lib/mcp/wire/challenge.ts";
import { noScopeToken, TO_READ, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.protectedServer, TO_WRITE);
const CALLED_INVALID = { what: "a token without the scope is called invalid", when: [] };

/** How a challenge differs that does not say `insufficient_scope`. */
function unsaid(challenge: Challenge | undefined): Deviation {
  if ((challenge?.parameters ?? []).length === 0) return { ...NO_CHALLENGE, when: ["of a 403"] };
  if (parameterOf(challenge, "error") === "invalid_token") return CALLED_INVALID;
  return { what: "insufficient_scope is not said", when: [] };
}

export const refusalStatus = inferred("scopes.refusal-status", {
  source: "MCP 2025-03-26 and later, Authorization, Error Handling; OAuth 2.1, 5.3.2",
  text: "A write that is refused to a read-only token by its status is answered 403, and the challenge does not call the token invalid.",
  check: inEachEra(async (service) => {
    const answer = await service.refusedWrite();
    service.isStatus(answer, [403], "a write with the read-only token");
    if (parameterOf(bearersOf(answer)[0], "error") === "invalid_token")
      failChallenge(`no error invalid_token in the challenge (${service.era.name})`, answer, CALLED_INVALID);
  }),
});

export const insufficientScope = advisory("scopes.insufficient-scope", {
  source: "MCP 2025-11-25 and later, Authorization, Scope Challenge Handling; OAuth 2.1, 5.3.2",
  text: "The 403 says `insufficient_scope`, which scope is needed, and where the metadata is.",
  check: inEachEra(async (service) => {
    const answer = await service.refusedWrite();
    const [challenge] = bearersOf(answer);
    if (parameterOf(challenge, "error") !== "insufficient_scope")
      failChallenge(`error="insufficient_scope" (${service.era.name})`, answer, unsaid(challenge));
    for (const name of ["scope", "resource_metadata"])
      if (parameterOf(challenge, name) === undefined)
        failChallenge(`${name} in the challenge (${service.era.name})`, answer);
    const had = service.mcp.facts.scopes?.readOnly.split(" ") ?? [];
    if ((parameterOf(challenge, "scope") ?? "").split(" ").every((one) => had.includes(one)))
      failChallenge(`a scope that the token has not (${service.era.name})`, answer);
  }),
});

export const noScope = inferred("scopes.no-scope-reads-nothing", {
  needs: [...TO_READ, noScopeToken],
  source: "OAuth 2.1, 1.4.1 and 5.2",
  text: "A token with neither scope reads nothing.",
  because: "The two scopes are what lets a token read, and read and write.",
  check: inEachEra(async ({ mcp, fail, proveAt, readAlone }) => {
    await proveAt("tools/call");
    const scopeless = { name: "scopeless", token: mcp.facts.noScopeToken ?? undefined };
    const answer = await readAlone(scopeless, { isProbe: true });
    const deviation = { ...SCOPE_UNREAD, when: ["of a token without one"] };
    if (mcp.succeeds(answer)) fail("a token without a scope to read nothing", answer, undefined, deviation);
  }, "stateless"),
});
