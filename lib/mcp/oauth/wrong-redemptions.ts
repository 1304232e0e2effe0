import type { UnusedCode } from "./authorize.ts";
import { flowOfAnother } from "./clients.ts";
import { methodsOf, type Refreshable, type TokenRequestChange } from "./exchange.ts";
import type { Flow } from "./flow.ts";
import { withOtherCharacter } from "../refusals/offences.ts";
import { setParameters, repeatParameter } from "./parameters.ts";
import { inOtherCase } from "../../text/other-case.ts";

export type RedemptionRule =
  | "verifier"
  | "redirect"
  | "client"
  | "another client"
  | "secret"
  | "repeated"
  | "repeated redirect"
  | "altered";

/** A request for tokens that differs from a valid one. */
export interface WrongRedemption {
  readonly what: string;
  readonly rule: RedemptionRule;
  readonly change: TokenRequestChange;
  /**
   * A run at quick depth leaves it out: for the second client, or for each client because another one nearly always finds
   * the same. Default: it never does.
   */
  readonly leftOut?: "of second client" | "of each client";
}

const WRONG_VERIFIER = "conformance-wrong-verifier-0123456789-0123456789";
const OTHER_VERIFIER = "conformance-other-verifier-0123456789-0123456789";
const OTHER_REDIRECT = "https://stranger.example/callback";
const WRONG_SECRET = "a wrong secret";
const [OF_SECOND, OF_EACH] = ["of second client", "of each client"] as const;

function wrong(
  rule: RedemptionRule,
  what: string,
  change: TokenRequestChange,
  leftOut?: WrongRedemption["leftOut"],
): WrongRedemption {
  return { rule, what, change, ...(leftOut && { leftOut }) };
}

/** A parameter twice, with this second value. */
function twice(what: string, name: string, value: string, leftOut: WrongRedemption["leftOut"] = OF_SECOND) {
  return wrong("repeated", what, { change: repeatParameter(name, value) }, leftOut);
}

export async function wrongCodeRedemptions(
  flow: Flow,
  { code, challenge, verifier: right }: UnusedCode,
): Promise<readonly WrongRedemption[]> {
  const { id, secret, redirectUri } = flow.client;
  const verifier = (
    what: string,
    value: string | undefined,
    leftOut?: WrongRedemption["leftOut"],
    lacking = {},
  ) => wrong("verifier", what, { change: setParameters({ code_verifier: value, ...lacking }) }, leftOut);
  /** OAuth 2.1 does not require these parameters. */
  const without = (what: string, name: string) =>
    verifier(`a wrong verifier without a ${what}`, WRONG_VERIFIER, OF_EACH, { [name]: undefined });
  return [
    verifier("no verifier", undefined),
    verifier("a wrong verifier", WRONG_VERIFIER, OF_EACH),
    verifier("an empty verifier", "", OF_EACH),
    verifier("a verifier with more behind it", `${right}AAAA`, OF_EACH),
    verifier("a verifier with another last character", withOtherCharacter(right, right.length - 1), OF_EACH),
    without("redirect URI", "redirect_uri"),
    without("resource", "resource"),
    verifier("the challenge for a verifier", challenge, OF_SECOND),
    wrong(
      "redirect",
      "another redirect URI",
      { change: setParameters({ redirect_uri: OTHER_REDIRECT }) },
      OF_SECOND,
    ),
    ...(secret === null
      ? [
          /** Only for codes: a public client need not name itself when it refreshes. */
          wrong("client", "no client", { change: setParameters({ client_id: undefined }) }, OF_SECOND),
          twice("two client ids", "client_id", id, OF_EACH),
        ]
      : []),
    ...(await wrongSenders(flow)),
    twice("two verifiers", "code_verifier", OTHER_VERIFIER, OF_EACH),
    twice("two codes", "code", code),
    twice("two grant types", "grant_type", "authorization_code"),
    { ...twice("two redirect URIs", "redirect_uri", redirectUri), rule: "repeated redirect" },
    ...inTellingCase(code).map((other) =>
      wrong("altered", "the code in other letter case", { change: setParameters({ code: other }) }, OF_EACH),
    ),
  ];
}

/** Wrong redemptions of a refresh token. A secret that is not asked for is more frequent than one that is not compared. */
export async function wrongRefreshes(
  flow: Flow,
  { accessToken, refreshToken }: Refreshable,
): Promise<readonly WrongRedemption[]> {
  const altered = (what: string, token: string, leftOut: WrongRedemption["leftOut"]) =>
    wrong("altered", what, { change: setParameters({ refresh_token: token }) }, leftOut);
  const senders = await wrongSenders(flow);
  return [
    ...senders.map((one) => (one.what === WRONG_SECRET ? { ...one, leftOut: OF_SECOND } : one)),
    altered("a refresh token without its last character", refreshToken.slice(0, -1), OF_SECOND),
    altered("a refresh token with more behind it", `${refreshToken}AAAA`, OF_EACH),
    altered(
      "a refresh token with another character in its middle",
      withOtherCharacter(refreshToken, Math.floor(refreshToken.length / 2)),
      OF_EACH,
    ),
    altered("an access token for a refresh token", accessToken, OF_SECOND),
    twice("two refresh tokens", "refresh_token", refreshToken),
  ];
}

/** None for a text that may stand for a number or be of one letter case: letter case may not count there. */
function inTellingCase(text: string): readonly string[] {
  if (/^(?:[\da-f-]+|[\da-z]+|[\dA-Z]+)$/.test(text) || /^[\dA-F-]+$/.test(text)) return [];
  return [inOtherCase(text)].filter((other) => other !== text);
}

async function wrongSenders(flow: Flow): Promise<readonly WrongRedemption[]> {
  const { secret } = flow.client;
  const another = await flowOfAnother(flow);
  const unknown = { change: setParameters({ client_id: "conformance-no-such-client" }) };
  return [
    ...(secret === null
      ? [wrong("client", "an unknown client", unknown, OF_SECOND)]
      : wrongSecrets(flow, secret)),
    ...(another === undefined
      ? []
      : [wrong("another client", "another client", { as: another.client }, OF_SECOND)]),
  ];
}

function wrongSecrets(flow: Flow, secret: string): readonly WrongRedemption[] {
  const showing = (what: string, other: string | null, leftOut?: WrongRedemption["leftOut"], more = {}) =>
    wrong("secret", what, { as: { ...flow.client, secret: other }, ...more }, leftOut);
  const inForm = { secretIn: "form" };
  return [
    showing(WRONG_SECRET, "conformance-wrong-secret"),
    showing("no secret", null),
    showing("a secret without its last character", secret.slice(0, -1), OF_SECOND),
    showing("an empty secret", "", OF_SECOND),
    showing("the secret with more behind it", `${secret}AAAA`, OF_EACH),
    ...inTellingCase(secret).map((other) => showing("the secret in other letter case", other, OF_EACH)),
    ...(methodsOf(flow).includes("client_secret_post")
      ? [showing("a wrong secret in the form", "conformance-wrong-secret", OF_SECOND, inForm)]
      : []),
  ];
}
