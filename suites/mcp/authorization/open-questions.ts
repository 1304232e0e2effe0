import { unspecified } from "../../../lib/mcp/requirement.ts";
import { summarizeLooks } from "../../../lib/engine/observed.ts";
import { parameterOf } from "../../../lib/mcp/challenge.ts";
import { firstChallenge, resourceOf } from "../../../lib/mcp/discovery.ts";
import { mediaType } from "../../../lib/mcp/rpc.ts";
import { listOf } from "../../../lib/mcp/metadata.ts";
import { TO_ASK } from "../../../lib/profile/mcp-needs.ts";

const SECTION = { sections: ["5"], needs: TO_ASK } as const;

export const scopeNames = unspecified("authorization.scope-names", {
  ...SECTION,
  text: "The names of the scopes, and which operations each allows.",
  observe: async ({ mcp }) => {
    const { content } = await resourceOf(mcp);
    return summarizeLooks([listOf(content["scopes_supported"]).map(String)]);
  },
});

export const refusalOfNobody = unspecified("authorization.refusal-of-nobody", {
  ...SECTION,
  text: "How a request without a token is refused: the challenge and the body.",
  observe: async ({ mcp }) => {
    const { answer, challenge } = await firstChallenge(mcp);
    const parameters = (challenge?.parameters ?? []).map(([name]) => name);
    const body = answer.text === "" ? "none" : mediaType(answer);
    return summarizeLooks([{ parameters, error: parameterOf(challenge, "error") ?? "none", body }]);
  },
});

export const eras = unspecified("authorization.eras", {
  ...SECTION,
  text: "The eras of the protocol that the MCP service speaks, and the revision agreed on in each.",
  observe: async ({ mcp }) => {
    const spoken = await mcp.eras();
    return summarizeLooks([Object.fromEntries(spoken.map(({ name, revision }) => [name, revision]))]);
  },
});
