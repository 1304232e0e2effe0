import { flowOfAnother } from "./clients.ts";
import { methodsOf, type TokenRequestChange } from "./exchange.ts";
import type { Client, Flow } from "./flow.ts";

/** The rule that a wrong redemption breaks. */
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
  /** A run at quick depth leaves it out for the second client. */
  readonly isRare?: true;
  /** A run at quick depth leaves it out: what it finds, another one nearly always finds. */
  readonly isLikeAnother?: true;
}

const WRONG_VERIFIER = "conformance-wrong-verifier-0123456789-0123456789";
const OTHER_VERIFIER = "conformance-other-verifier-0123456789-0123456789";
const OTHER_REDIRECT = "https://stranger.example/callback";

const WRONG_SECRET = "a wrong secret";

const UNKNOWN_CLIENT: WrongRedemption = {
  what: "an unknown client",
  rule: "client",
  change: { form: { client_id: "conformance-no-such-client" } },
  isRare: true,
};
/** Only for codes: a public client need not name itself when it refreshes. */
const NO_CLIENT: WrongRedemption = {
  what: "no client",
  rule: "client",
  change: { form: { client_id: undefined } },
  isRare: true,
};

/** Wrong redemptions of a code. */
export async function wrongCodeRedemptions(
  flow: Flow,
  { code, challenge }: { readonly code: string; readonly challenge: string },
): Promise<readonly WrongRedemption[]> {
  return [
    withVerifier("no verifier", undefined),
    { ...withVerifier("a wrong verifier", WRONG_VERIFIER), isLikeAnother: true },
    { ...withVerifier("an empty verifier", ""), isLikeAnother: true },
    wrongVerifierWithout("redirect URI", "redirect_uri"),
    wrongVerifierWithout("resource", "resource"),
    { ...withVerifier("the challenge for a verifier", challenge), isRare: true },
    {
      what: "another redirect URI",
      rule: "redirect",
      change: { form: { redirect_uri: OTHER_REDIRECT } },
      isRare: true,
    },
    ...(flow.client.secret === null ? [NO_CLIENT, twoClients(flow.client)] : []),
    ...(await wrongSenders(flow)),
    { ...twice("two verifiers", ["code_verifier", OTHER_VERIFIER]), isLikeAnother: true },
    twice("two codes", ["code", code]),
    twice("two grant types", ["grant_type", "authorization_code"]),
    {
      ...twice("two redirect URIs", ["redirect_uri", flow.client.redirectUri]),
      rule: "repeated redirect",
    },
    ...inOtherCase(code).map((other) => ({
      what: "the code in other letter case",
      rule: "altered" as const,
      change: { form: { code: other } },
      isLikeAnother: true as const,
    })),
  ];
}

/** Wrong redemptions of a refresh token. A secret that is not asked for is more frequent than one that is not compared. */
export async function wrongRefreshes(flow: Flow, refreshToken: string): Promise<readonly WrongRedemption[]> {
  const senders = await wrongSenders(flow);
  return [
    ...senders.map((one) => (one.what === WRONG_SECRET ? { ...one, isRare: true as const } : one)),
    {
      what: "a refresh token without its last character",
      rule: "altered",
      change: { form: { refresh_token: refreshToken.slice(0, -1) } },
      isRare: true,
    },
    {
      what: "a refresh token with more behind it",
      rule: "altered",
      change: { form: { refresh_token: `${refreshToken}AAAA` } },
      isLikeAnother: true,
    },
    twice("two refresh tokens", ["refresh_token", refreshToken]),
  ];
}

function withVerifier(what: string, value: string | undefined): WrongRedemption {
  return { what, rule: "verifier", change: { form: { code_verifier: value } } };
}

/** A request that lacks a parameter which OAuth 2.1 does not require. */
function wrongVerifierWithout(what: string, name: string): WrongRedemption {
  return {
    what: `a wrong verifier without a ${what}`,
    rule: "verifier",
    change: { form: { code_verifier: WRONG_VERIFIER, [name]: undefined } },
    isLikeAnother: true,
  };
}

function twoClients({ id }: Client): WrongRedemption {
  return { ...twice("two client ids", ["client_id", id]), isLikeAnother: true };
}

/** None for a text that may stand for a number or be of one letter case: letter case may not count there. */
function inOtherCase(text: string): readonly string[] {
  if (/^(?:[\da-f-]+|[\da-z]+|[\dA-Z]+)$/.test(text) || /^[\dA-F-]+$/.test(text)) return [];
  const upper = text.toUpperCase();
  return [upper === text ? text.toLowerCase() : upper].filter((other) => other !== text);
}

async function wrongSenders(flow: Flow): Promise<readonly WrongRedemption[]> {
  const { client } = flow;
  const another = await flowOfAnother(flow);
  return [
    ...(client.secret === null ? [UNKNOWN_CLIENT] : wrongSecrets(flow, client.secret)),
    ...(another === undefined
      ? []
      : [
          {
            what: "another client",
            rule: "another client",
            change: { as: another.client },
            isRare: true,
          } as const,
        ]),
  ];
}

function wrongSecrets(flow: Flow, secret: string): readonly WrongRedemption[] {
  const { client } = flow;
  const having = (what: string, other: string | null): WrongRedemption => ({
    what,
    rule: "secret",
    change: { as: { ...client, secret: other } satisfies Client },
  });
  const wrong = having(WRONG_SECRET, "conformance-wrong-secret");
  return [
    wrong,
    having("no secret", null),
    { ...having("a secret without its last character", secret.slice(0, -1)), isRare: true },
    { ...having("an empty secret", ""), isRare: true },
    { ...having("the secret with more behind it", `${secret}AAAA`), isLikeAnother: true },
    ...inOtherCase(secret).map((other) => ({
      ...having("the secret in other letter case", other),
      isLikeAnother: true as const,
    })),
    ...(methodsOf(flow).includes("client_secret_post")
      ? [
          {
            ...wrong,
            what: "a wrong secret in the form",
            change: { ...wrong.change, secretIn: "form" },
            isRare: true,
          } as const,
        ]
      : []),
  ];
}

function twice(what: string, pair: readonly [name: string, value: string]): WrongRedemption {
  return { what, rule: "repeated", change: { twice: pair }, isRare: true };
}
