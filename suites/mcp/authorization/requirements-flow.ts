import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { listOf } from "../../../lib/mcp/metadata.ts";
import {
  authorizeClient,
  type RedirectResult,
  toldTo,
  validRequest,
  withoutCode,
} from "../../../lib/mcp/oauth/authorize.ts";
import { bringsNoCode, describeRedirect, isAtClient } from "../../../lib/mcp/oauth/refused-authorization.ts";
import { askForTokens, formOf, provenCode, tokensIn } from "../../../lib/mcp/oauth/exchange.ts";
import { keepTokens, provenTokens } from "../../../lib/mcp/oauth/spare-tokens.ts";
import { eachClient, flowsOfKind, ofClient } from "../../../lib/mcp/oauth/clients.ts";
import { type Flow, flowOf } from "../../../lib/mcp/oauth/flow.ts";
import { failRequirement, ONE_OF_TWO } from "../../../lib/mcp/oracles/fails.ts";
import { readAlone } from "../../../lib/mcp/read-alone.ts";
import { TO_AUTHORIZE } from "../../../lib/profile/mcp-needs.ts";
import { readTool } from "../../../lib/profile/needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.authorizationServer, TO_AUTHORIZE);
const AUTHORIZATION = "OAuth 2.1, 4.1.1 and 4.1.2";
/** Parameters besides the state and the redirect URI. RFC 8707 allows several resources. */
const REPEATED = ["response_type", "client_id", "code_challenge", "code_challenge_method"];

export const codeFlow = inferred("authorization.code-flow", {
  needs: [...TO_AUTHORIZE, readTool],
  source: "OAuth 2.1, 4.1; RFC 8707, 2; RFC 9207, 2 and 2.3; MCP, Authorization, Authorization Flow Steps",
  text: "A code flow with S256 and the address of the MCP service as resource brings a token that reads. It leads to the redirect URI with its query; the state comes back unchanged, the challenge does not, and `iss`, if present, names the server and is announced in its metadata.",
  check: async ({ mcp, effort }) => {
    const flow = await flowOf(mcp);
    const asked = await validRequest(flow);
    const led = await authorizeClient(flow, asked.parameters);
    const code = toldTo(led.target, "code") ?? withoutCode(flow, led);
    if (led.target?.searchParams.has("code") !== true)
      failRequirement("the code in the query", led.answer, describeRedirect(led));
    if (toldTo(led.target, "state") !== asked.state)
      failRequirement("the state unchanged", led.answer, describeRedirect(led));
    if (!isAtClient(flow, led))
      failRequirement(`a redirect to ${flow.client.redirectUri}`, led.answer, describeRedirect(led));
    if (led.target.href.includes(asked.parameters.get("code_challenge") ?? "no challenge"))
      failRequirement("no code challenge in the answer", led.answer, describeRedirect(led));
    isOfTheServer(flow, led);
    const answer = await askForTokens(flow, formOf(flow, code, asked.verifier));
    const tokens = tokensIn(answer) ?? failRequirement("an access token for a code", answer);
    keepTokens(flow, tokens, mcp.facts.scopes?.readOnly);
    const caller = { name: "with the token of a code flow", token: tokens.accessToken };
    await mcp.eachEra(
      async (era) => {
        const read = await readAlone(mcp, era, caller, { isProbe: false });
        if (!mcp.succeeds(read)) failRequirement(`the token of a code flow to read (${era.name})`, read);
      },
      effort.isQuick ? "stateless" : undefined,
    );
  },
});

export const challengeNeeded = inferred("authorization.challenge-needed", {
  source: "OAuth 2.1, 4.1.2.1 and 7.6; MCP, Authorization, Authorization Code Protection",
  text: "A request of a public client without a code challenge, or with an empty one, brings no code.",
  check: async ({ mcp }) => {
    const flows = await flowsOfKind(mcp, "public");
    if (flows.length === 0) throw new InapplicableError("No client of the profile is public.");
    for (const flow of flows) {
      await bringsNoCode(flow, "a request without a code challenge", (parameters) => {
        parameters.delete("code_challenge");
        parameters.delete("code_challenge_method");
      });
      await bringsNoCode(flow, "a request with an empty code challenge", (parameters) =>
        parameters.set("code_challenge", ""),
      );
    }
  },
});

export const challengeMethod = inferred("authorization.challenge-method", {
  source: "OAuth 2.1, 4.1.2.1; RFC 7636, 4.4.1",
  text: "A request of any client with a code challenge method that does not exist brings no code; a redirect with an error says `invalid_request`.",
  check: async ({ mcp, effort }) =>
    eachClient(
      mcp,
      async (flow) => {
        const led = await bringsNoCode(flow, "a request with the method S512", (parameters) =>
          parameters.set("code_challenge_method", "S512"),
        );
        const error = toldTo(led.target, "error");
        if (isAtClient(flow, led) && error !== undefined && error !== "invalid_request")
          failRequirement("the error invalid_request", led.answer, describeRedirect(led));
      },
      effort.isQuick,
    ),
});

export const responseType = inferred("authorization.response-type", {
  source: AUTHORIZATION,
  text: "A request of any client without a response type brings no code.",
  check: async ({ mcp, effort }) =>
    eachClient(
      mcp,
      async (flow) => {
        await bringsNoCode(flow, "a request without response_type", (parameters) =>
          parameters.delete("response_type"),
        );
      },
      effort.isQuick,
    ),
});

export const repeatedParameter = inferred("authorization.repeated-parameter", {
  source: "OAuth 2.1, 3.1",
  text: "A request in which any parameter stands twice brings no code.",
  check: async ({ mcp, effort }) => {
    await eachClient(mcp, async (flow) => twiceBringsNoCode(flow, "state", "another"), effort.isQuick);
    const flow = await flowOf(mcp);
    if (!effort.isQuick) for (const name of REPEATED) await twiceBringsNoCode(flow, name);
  },
});

export const plainChallenge = advisory("authorization.plain-challenge", {
  source: "OAuth 2.1, 4.1.1 (drafts differ); MCP, Authorization, Authorization Code Protection",
  text: "A code challenge of the method `plain` brings no code if the server does not list that method.",
  check: async ({ mcp }) => {
    const flow = await flowOf(mcp);
    if (listOf(flow.server.document.content["code_challenge_methods_supported"]).includes("plain"))
      throw new InapplicableError("The server lists the method plain.");
    await bringsNoCode(flow, "a request with the method plain", (parameters) =>
      parameters.set("code_challenge_method", "plain"),
    );
  },
});

export const noImplicitGrant = inferred("authorization.no-implicit-grant", {
  source: "OAuth 2.1, 10.1",
  text: "The response types `token` and `code token` bring no client a token.",
  check: async ({ mcp, effort }) =>
    eachClient(
      mcp,
      async (flow) => {
        await provenCode(flow);
        for (const type of effort.tried(["token", "code token"])) {
          const { parameters } = await validRequest(flow);
          parameters.set("response_type", type);
          const led = await authorizeClient(flow, parameters, { isProbe: true });
          if (toldTo(led.target, "access_token") === undefined) continue;
          const what = `no token for the response type ${type}${ofClient(flow)}`;
          failRequirement(what, led.answer, describeRedirect(led));
        }
      },
      effort.isQuick,
    ),
});

export const noPasswordGrant = inferred("authorization.no-password-grant", {
  source: "OAuth 2.1, 10",
  text: "The grant type `password` brings no client a token.",
  check: async ({ mcp, effort }) =>
    eachClient(
      mcp,
      async (flow) => {
        await provenTokens(flow);
        const form = { grant_type: "password", username: "conformance", password: "conformance" };
        const answer = await askForTokens(flow, form, { isProbe: true });
        if (tokensIn(answer) !== undefined)
          failRequirement(`no token for a password${ofClient(flow)}`, answer);
      },
      effort.isQuick,
    ),
});

/** @throws {Violation} */
async function twiceBringsNoCode(flow: Flow, name: string, other?: string): Promise<void> {
  await bringsNoCode(
    flow,
    `a request with two parameters ${name}`,
    (parameters) => parameters.append(name, other ?? parameters.get(name) ?? ""),
    ONE_OF_TWO,
  );
}

/** `iss` is the issuer, if it is present or announced. */
function isOfTheServer({ server }: Flow, led: RedirectResult): void {
  const named = toldTo(led.target, "iss");
  const { authorization_response_iss_parameter_supported: flag = false } = server.document.content;
  if (named === undefined && flag !== true) return;
  if (flag === false)
    failRequirement(
      "authorization_response_iss_parameter_supported true in the metadata of a server that sends iss",
      led.answer,
      `iss ${named ?? ""}`,
    );
  if (named !== server.issuer)
    failRequirement(`iss ${server.issuer}`, led.answer, `iss ${named ?? "absent"}`);
}
