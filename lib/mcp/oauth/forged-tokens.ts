import { createHmac, createPublicKey, type KeyObject } from "node:crypto";
import type { JWK } from "jose";
import type { Effort } from "../../engine/requirement/effort.ts";
import { publicKeysOf } from "../discovery/discovery.ts";
import type { Mcp } from "../service/mcp.ts";
import { isRpcObject, parseJson, type RpcObject } from "../wire/rpc.ts";
import type { McpOffence } from "../refusals/doors.ts";
import { throwInapplicable } from "../refusals/fails.ts";
import { CUT, unverifiedToken } from "../refusals/offences.ts";

const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const OWN_KEY = "a-key-of-our-own-that-no-server-knows";
/** Some versions of a common platform take it for a signature of any text (CVE-2022-21449). */
const ZEROS = Buffer.alloc(64).toString("base64url");
/** Algorithms of a private key and a public key. */
const KEY_PAIR = /^(?:[EPR]S(?:256|384|512)|EdDSA)$/;
/** A service may compare the name of the algorithm without regard to letter case, or with one spelling only. */
const SPELLINGS_OF_NONE = ["None", "NONE", "nOnE"];
/** Values of `kid` that a service may use as the name of a file, or in a query, and the key that it then finds. */
const KEY_IDS = [
  ["a token whose kid is the path of an empty file", "../../../../../../dev/null", ""],
  ["a token whose kid is a part of a query", `conformance' UNION SELECT '${OWN_KEY}`, OWN_KEY],
] as const;

/** A JSON Web Token in its parts. The claims stay as they are encoded. */
interface Parts {
  readonly header: RpcObject;
  readonly encodedHeader: string;
  readonly claims: string;
}

/**
 * Tokens with the claims of the read-only token that the authorization server has not signed; at quick depth the frequent
 * ones.
 * @throws {InapplicableError} if the read-only token is not a JSON Web Token
 */
export async function forgedTokens(
  mcp: Mcp,
  { isQuick }: Pick<Effort, "isQuick">,
): Promise<readonly McpOffence[]> {
  const parts = partsOf(mcp.readOnly.token ?? "");
  const { header, encodedHeader, claims } = parts;
  const unsigned = (alg: string) => `${encoded({ ...header, alg })}.${claims}.`;
  const [ownKey, foreignKeys] = await signedByPair(parts);
  const [text, file, ...bytes] = signedWithPublicKeys(parts, await publicKeysOf(mcp));
  const frequent = [
    unverifiedToken("an unsigned token with the same claims", unsigned("none")),
    unverifiedToken("a token with the same claims that the suite has signed", signedWith(parts, OWN_KEY)),
    ownKey,
    ...[text, file].flatMap((one) => one ?? []),
  ];
  if (isQuick) return frequent;
  return [
    ...frequent,
    ...bytes,
    foreignKeys,
    unverifiedToken("a token without its signature", `${encodedHeader}.${claims}.`, CUT),
    unverifiedToken("a token with a signature of zeros", `${encodedHeader}.${claims}.${ZEROS}`),
    unverifiedToken("a token that is signed with an empty key", signedWith(parts, "")),
    unverifiedToken("a token that is signed with a key of examples", signedWith(parts, "secret")),
    ...SPELLINGS_OF_NONE.map((alg) =>
      unverifiedToken(`an unsigned token that names the algorithm "${alg}"`, unsigned(alg)),
    ),
    ...KEY_IDS.map(([what, kid, key]) => unverifiedToken(what, signedWith(parts, key, { kid }))),
  ];
}

/** @throws {InapplicableError} for another token */
function partsOf(token: string): Parts {
  const [encodedHeader = "", claims = ""] = token.split(".");
  const header = parseJson(Buffer.from(encodedHeader, "base64url").toString());
  const isToken = JWT.test(token) && isRpcObject(parseJson(Buffer.from(claims, "base64url").toString()));
  if (isToken && isRpcObject(header)) return { header, encodedHeader, claims };
  return throwInapplicable("The read-only token is not a JSON Web Token.");
}

/** The claims with a signature of the algorithm HS256. */
function signedWith({ header, claims }: Parts, key: string | Buffer, members: object = {}): string {
  const signed = `${encoded({ ...header, alg: "HS256", ...members })}.${claims}`;
  return `${signed}.${createHmac("sha256", key).update(signed).digest("base64url")}`;
}

/** Tokens that name the key of the suite in their headers: the key itself, and a place where it is. */
async function signedByPair({ header, claims }: Parts): Promise<readonly [McpOffence, McpOffence]> {
  const { CompactSign, exportJWK, generateKeyPair } = await import("jose");
  const { alg: own, kid: _kid, ...others } = header;
  const alg = KEY_PAIR.test(String(own)) ? String(own) : "ES256";
  const { privateKey, publicKey } = await generateKeyPair(alg);
  const jwk = { ...(await exportJWK(publicKey)), alg };
  const kid = "conformance";
  const place = `data:application/json,${encodeURIComponent(JSON.stringify({ keys: [{ ...jwk, kid }] }))}`;
  const signed = async (members: object) =>
    new CompactSign(Buffer.from(claims, "base64url"))
      .setProtectedHeader({ ...others, alg, ...members })
      .sign(privateKey);
  return [
    unverifiedToken("a token that brings the key of the suite in its header", await signed({ jwk })),
    unverifiedToken("a token whose jku leads to the key of the suite", await signed({ jku: place, kid })),
  ];
}

/**
 * Tokens that take a public key of the server as the secret of HS256: in its usual text, in a file, and in bytes. A service
 * that lets the token choose the algorithm accepts one of them.
 */
function signedWithPublicKeys(parts: Parts, keys: readonly JWK[]): readonly McpOffence[] {
  const [first, ...others] = keys.toSorted(
    (one, other) => Number(other.kid === parts.header["kid"]) - Number(one.kid === parts.header["kid"]),
  );
  const key = [first, ...others].flatMap((one) => (one && keyOf(one)) ?? [])[0];
  if (key === undefined) return [];
  const file = String(key.export({ type: "spki", format: "pem" }));
  const what = "a token that is signed with the public key of the server";
  return [
    unverifiedToken(what, signedWith(parts, file.trimEnd())),
    unverifiedToken(`${what} as a file`, signedWith(parts, file), what),
    unverifiedToken(`${what} in bytes`, signedWith(parts, key.export({ type: "spki", format: "der" })), what),
  ];
}

/** Undefined: the key is of an unknown kind. */
function keyOf(jwk: JWK): KeyObject | undefined {
  try {
    return createPublicKey({ key: { ...jwk }, format: "jwk" });
  } catch {
    return undefined;
  }
}

function encoded(header: object): string {
  return Buffer.from(JSON.stringify(header)).toString("base64url");
}
