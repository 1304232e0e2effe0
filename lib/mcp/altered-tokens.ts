import { createHmac, createSecretKey } from "node:crypto";
import { InapplicableError } from "../engine/verdict.ts";
import type { BadToken } from "./oracles/refuses-tokens.ts";

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const OWN_KEY = "a-key-of-our-own-that-no-server-knows";

/** Any token will do. */
export const UNVERIFIED = { what: "the signature of a token is not verified", when: [] };
/** A target may take the beginning of a token for the token, and verify signatures. */
const UNVERIFIED_CUT = { ...UNVERIFIED, when: ["cut off at its end"] };

/** Tokens that differ from a valid one in one respect. */
export function alteredTokens(token: string): readonly BadToken[] {
  const middle = Math.floor(token.length / 2);
  return [
    { what: "a token without its last character", token: token.slice(0, -1), accepted: UNVERIFIED_CUT },
    { what: "a token with a character more", token: `${token}A` },
    { what: "a token with another character in its middle", token: replaced(token, middle) },
    { what: "a token in other letter case", token: otherCase(token) },
    { what: "the first half of a token", token: token.slice(0, middle), accepted: UNVERIFIED_CUT },
  ]
    .filter((altered) => altered.token !== token)
    .map((altered) => ({ accepted: { ...UNVERIFIED, when: [altered.what] }, ...altered }));
}

/**
 * A JSON Web Token with the same claims, unsigned, and signed by the suite.
 * @throws {InapplicableError} for another token
 */
export async function forgedTokens(token: string): Promise<readonly BadToken[]> {
  if (!JWT.test(token)) throw new InapplicableError("The read-only token is not a JSON Web Token.");
  const { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } = await import("jose");
  const claims = decodedBy(() => decodeJwt(token));
  const { typ } = decodedBy(() => decodeProtectedHeader(token));
  const head = { alg: "HS256", ...(typ !== undefined && { typ }) };
  const signed = await new SignJWT(claims)
    .setProtectedHeader(head)
    .sign(createSecretKey(Buffer.from(OWN_KEY)));
  const [header = "", payload = ""] = token.split(".");
  const emptyKey = `${encoded(head)}.${payload}`;
  return [
    {
      what: "an unsigned token with the same claims",
      token: new UnsecuredJWT(claims).encode(),
      accepted: UNVERIFIED,
    },
    { what: "a token with the same claims that the suite has signed", token: signed, accepted: UNVERIFIED },
    { what: "a token without its signature", token: `${header}.${payload}.`, accepted: UNVERIFIED_CUT },
    {
      what: 'an unsigned token that names the algorithm "None"',
      token: `${encoded({ ...head, alg: "None" })}.${payload}.`,
      accepted: UNVERIFIED,
    },
    {
      what: "a token that is signed with an empty key",
      token: `${emptyKey}.${createHmac("sha256", "").update(emptyKey).digest("base64url")}`,
      accepted: UNVERIFIED,
    },
  ];
}

function encoded(header: object): string {
  return Buffer.from(JSON.stringify(header)).toString("base64url");
}

function decodedBy<T>(decode: () => T): T {
  try {
    return decode();
  } catch {
    throw new InapplicableError("The read-only token is not a JSON Web Token.");
  }
}

function replaced(token: string, at: number): string {
  return `${token.slice(0, at)}${token[at] === "x" ? "y" : "x"}${token.slice(at + 1)}`;
}

function otherCase(token: string): string {
  const upper = token.toUpperCase();
  return upper === token ? token.toLowerCase() : upper;
}
