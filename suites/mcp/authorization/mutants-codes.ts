import { changing, instead, sayingNo, sayingYes, together, where } from "../../../lib/reference/changes.ts";
import { all, not } from "../../../lib/reference/faults.ts";
import { AUTHORIZE_PATH } from "../../../lib/reference/mcp/places.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { hasInBody, hasParameter, ISS_FLAG, serverWith, withHeader, without } from "../faults.ts";
import {
  allowing,
  allowingReplaced,
  codesWith,
  codesWithState,
  errorsWith,
  findingProblem,
  isAt,
  isOfConfidentialClient,
  isOfKnownClient,
  lacks,
  leadingCodes,
  overlookingFaults,
  readingFirst,
  redirecting,
  redirectingErrors,
  tellingStrangers,
} from "./faults.ts";

const OTHER_ISSUER = "https://login.issuer.example";
const allowingPrefixes = allowing((uri, own) => uri.startsWith(own));
const hasUnknownMethod = hasParameter("code_challenge_method", "S512");

/** Faults of the authorization endpoint: with requests for codes, and with the redirects that answer them. */
export const codeMutants = toMutants({
  "authorization.code-flow": {
    "forgets-the-state": codesWithState(() => undefined),
    "writes-the-state-in-other-letters": codesWithState((state) => state?.toUpperCase()),
    "gives-another-state-beside-the-right-one": leadingCodes((location) => `${location}&state=other`),
    "names-another-issuer-with-its-codes": codesWith({ iss: OTHER_ISSUER }),
    "announces-a-name-and-gives-none": changing("mcpServer.codeAnswer", without("iss")),
    "names-itself-and-does-not-announce-it": serverWith({ [ISS_FLAG]: false }),
    "shows-the-challenge-beside-the-code": codesWith(({ url }) => ({
      challenge: url.searchParams.get("code_challenge") ?? "",
    })),
    "sends-codes-to-the-root-of-the-client": leadingCodes((location) => location.replace("/callback", "/")),
    "sends-codes-in-the-fragment": leadingCodes((location) => location.replace("?", "#")),
    // Only a flow shows this fault of the metadata.
    "names-a-token-endpoint-that-is-none": serverWith(({ origin }) => ({
      token_endpoint: `${origin}${AUTHORIZE_PATH}`,
    })),
  },
  "authorization.challenge-needed": {
    "gives-codes-without-a-challenge": overlookingFaults(lacks("code_challenge")),
    "gives-codes-for-empty-challenges": overlookingFaults(hasParameter("code_challenge", "")),
  },
  "authorization.challenge-method": {
    "gives-codes-for-any-challenge-method": overlookingFaults(hasUnknownMethod),
    "gives-codes-for-methods-in-any-case": overlookingFaults(hasParameter("code_challenge_method", "s256")),
    "gives-some-clients-codes-for-any-challenge-method": overlookingFaults(
      hasUnknownMethod,
      isOfConfidentialClient,
    ),
    "calls-unknown-challenge-methods-another-error": where(hasUnknownMethod, findingProblem("server_error")),
  },
  "authorization.plain-challenge": {
    "gives-codes-for-plain-challenges": overlookingFaults(hasParameter("code_challenge_method", "plain")),
  },
  "authorization.response-type": {
    "gives-codes-without-a-response-type": overlookingFaults(lacks("response_type")),
  },
  "authorization.no-implicit-grant": {
    "gives-tokens-without-a-code": together(
      overlookingFaults(hasParameter("response_type", "token")),
      where(hasParameter("response_type", "token"), codesWith({ access_token: "at-once" })),
    ),
  },
  "authorization.repeated-parameter": {
    "reads-the-first-of-two-parameters": sayingNo("mcpServer.isRepeated"),
    "reads-one-of-two-response-types": readingFirst("response_type"),
    "reads-one-of-two-code-challenges": readingFirst("code_challenge"),
    "reads-one-of-two-code-challenge-methods": readingFirst("code_challenge_method"),
  },
  "authorization.unknown-parameters": {
    "refuses-unknown-parameters": where(not(lacks("conformance_unknown")), findingProblem("invalid_request")),
    "refuses-unknown-members-of-token-requests": where(
      hasInBody("conformance_unknown"),
      sayingYes("mcpServer.isRepeated"),
    ),
  },
  "authorization.unknown-client": {
    "tells-unknown-clients-by-a-redirect": redirectingErrors("unauthorized_client", not(isOfKnownClient)),
  },
  "authorization.redirect-uri": {
    "redirects-anywhere": sayingYes("mcpServer.allowsRedirect"),
    "knows-redirects-by-their-beginning": allowingPrefixes,
    "knows-redirects-of-some-clients-by-their-beginning": where(isOfConfidentialClient, allowingPrefixes),
    "knows-redirects-by-their-path": allowing((uri, own) => uri.endsWith(new URL(own).pathname)),
    "knows-redirects-by-their-host": allowing((uri, own) => uri.startsWith(new URL(own).origin)),
    "knows-redirects-in-any-letter-case": allowing((uri, own) => uri.toLowerCase() === own.toLowerCase()),
    "takes-any-port-for-a-redirect": allowingReplaced(/:8443(?=\/)/, ""),
    "takes-localhost-for-a-loopback-address": allowingReplaced("//localhost:", "//127.0.0.1:"),
    "takes-any-character-for-a-dot-of-a-redirect": allowingReplaced("client-issuer", "client.issuer"),
    "overlooks-users-in-redirects": allowingReplaced(/\/\/[^/@]*@/, "//"),
    "overlooks-fragments-of-redirects": allowingReplaced(/#.*/, ""),
    "tells-strangers-that-a-challenge-is-missing": tellingStrangers(not(hasParameter("code_challenge"))),
    "tells-strangers-that-a-response-type-is-unknown": tellingStrangers(
      hasParameter("response_type", /^conf/),
    ),
    "tells-strangers-that-a-scope-is-unknown": tellingStrangers(hasParameter("scope", /no-such-scope/)),
  },
  "authorization.loopback-port": {
    "fixes-the-port-of-a-loopback-redirect": instead(
      "mcpServer.allowsRedirect",
      (_call, client, uri) => uri === client.redirectUri,
    ),
  },
  "authorization.redirect-uri-compared": {
    "sends-codes-to-the-registered-address-anyway": ({ mcpServer }) => ({
      mcpServer: {
        allowsRedirect: () => true,
        respond: (call, response) => {
          const { searchParams } = call.url;
          const client = call.facts.clients.find(({ id }) => id === searchParams.get("client_id"));
          const [, query = ""] = (response.headers.get("location") ?? "").split(/[?&]code=/);
          if (client === undefined || query === "") return response;
          const uri = searchParams.get("redirect_uri") ?? undefined;
          const isAllowed = mcpServer.allowsRedirect(call, client, uri);
          return isAllowed ? response : redirecting(`${client.redirectUri}?code=${query}`);
        },
      },
    }),
  },
  "authorization.repeated-redirect-uri": {
    "takes-the-first-of-two-redirects": where(
      all(isAt(AUTHORIZE_PATH), ({ url }) => url.searchParams.getAll("redirect_uri").length > 1),
      changing("mcpServer.respond", (_usual, { url: { searchParams } }) =>
        redirecting(
          `${searchParams.get("redirect_uri")}?code=of-the-first&state=${searchParams.get("state")}`,
        ),
      ),
    ),
  },
  "authorization.error-redirect": {
    "forgets-the-state-of-errors": changing("mcpServer.errorRedirect", without("state")),
    "names-another-issuer-with-errors": errorsWith({ iss: OTHER_ISSUER }),
    "does-not-name-itself-with-errors": changing("mcpServer.errorRedirect", without("iss")),
    "tells-no-error": changing("mcpServer.errorRedirect", without("error")),
    "describes-errors-in-other-characters": errorsWith({ error_description: "No \u201Cresponse type\u201D" }),
  },
  "authorization.state-characters": {
    "writes-states-as-they-are": codesWithState((state) => state?.replaceAll("+", " ")),
    "cuts-signs-of-equality-from-states": codesWithState((state) => state?.replace(/=+$/, "")),
    "cuts-long-states": codesWithState((state) => state?.slice(0, 64)),
  },
  "authorization.asked-scope": {
    "grants-more-than-was-asked-for": instead("mcpServer.granted", ({ facts }) => facts.scopes.readWrite),
  },
  "authorization.no-cors": {
    "lets-pages-read-its-codes": changing("mcpServer.respond", (usual, { headers }) =>
      withHeader("access-control-allow-origin", headers.get("origin") ?? "*")(usual),
    ),
  },
});
