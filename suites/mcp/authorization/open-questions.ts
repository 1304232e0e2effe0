import { unspecified } from "../../../lib/mcp/requirement.ts";
import { eachPart, summarizeLooks } from "../../../lib/engine/judge/observed.ts";
import { parameterOf } from "../../../lib/mcp/wire/challenge.ts";
import { firstChallenge, resourceOf } from "../../../lib/mcp/discovery/discovery.ts";
import { mediaType, listOf } from "../../../lib/mcp/wire/rpc.ts";
import { TO_ASK } from "../../../lib/profile/needs/mcp-needs.ts";

export const service = unspecified("authorization.service", {
  sections: ["5"],
  needs: TO_ASK,
  text: "The names of the scopes, the challenge and the body for a request without a token, and the eras of the protocol with their revisions.",
  observe: eachPart({
    scopes: async ({ mcp }) => {
      const { content } = await resourceOf(mcp);
      return summarizeLooks([listOf(content["scopes_supported"]).map(String)]);
    },
    "without a token": async ({ mcp }) => {
      const { answer, challenge } = await firstChallenge(mcp);
      const parameters = (challenge?.parameters ?? []).map(([name]) => name);
      const body = answer.text === "" ? "none" : mediaType(answer);
      return summarizeLooks([{ parameters, error: parameterOf(challenge, "error") ?? "none", body }]);
    },
    eras: async ({ mcp }) => {
      const spoken = await mcp.eras();
      return summarizeLooks([Object.fromEntries(spoken.map(({ name, revision }) => [name, revision]))]);
    },
  }),
});
