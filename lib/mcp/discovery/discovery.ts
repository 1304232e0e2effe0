import type { JWK } from "jose";
import { BudgetError, InconclusiveError, UnofferedError } from "../../engine/record/verdict.ts";
import { bearersOf, type Challenge, parameterOf } from "../wire/challenge.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import type { McpAnswer } from "../wire/mcp-request.ts";
import { refusalAt } from "../refusals/doors.ts";
import { NO_TOKEN } from "../refusals/offences.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerService } from "../service/once-per-service.ts";
import { isServerUrl } from "../wire/metadata.ts";
import { isRpcObject, listOf, parseJson, type RpcObject } from "../wire/rpc.ts";

/** A fetched document, and its content. */
export interface Document {
  readonly url: string;
  readonly answer: McpAnswer;
  /** Undefined: it is not a JSON object, or was not served with 200. */
  readonly content: RpcObject | undefined;
}

/** The start of the search for the resource metadata. */
export interface Challenged {
  readonly answer: McpAnswer;
  readonly challenge: Challenge | undefined;
  /** The parameter `resource_metadata`. */
  readonly pointer: string | undefined;
}

const MAX_ISSUERS = 2;

/** The answer to the first request of a client without a token. */
export const firstChallenge = oncePerService(async (mcp): Promise<Challenged> => {
  const answer = await refusalAt(mcp, await mcp.anyEra(), "opening", NO_TOKEN);
  const [challenge] = bearersOf(answer);
  return { answer, challenge, pointer: parameterOf(challenge, "resource_metadata") };
});

/** Possible places of the metadata of a resource: the one that the challenge names, otherwise the well-known ones. */
function resourcePlaces(url: string, pointer: string | undefined): readonly string[] {
  return pointer === undefined ? [...new Set([placeOf(url), placeOf(new URL(url).origin)])] : [pointer];
}

/** The well-known place of a resource (RFC 9728, 3.1). */
export function placeOf(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  return `${origin}/.well-known/oauth-protected-resource${pathname === "/" ? "" : pathname}${search}`;
}

/** The places where the metadata of an authorization server may be, in the order of the MCP specification. */
function serverPlaces(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  const at = `${origin}/.well-known`;
  return [
    `${at}/oauth-authorization-server${path}`,
    `${at}/openid-configuration${path}`,
    ...(path === "" ? [] : [`${origin}${path}/.well-known/openid-configuration`]),
  ];
}

type Found = Document & { readonly content: RpcObject };

/** The documents that a search has looked at. The last one may be the right one. */
interface Search {
  readonly tried: readonly Document[];
  readonly found: Found | undefined;
}

/**
 * Looks for a document at its places, as a client does.
 * @throws {UnofferedError} or {InconclusiveError} if an address is forbidden
 */
async function searchDocument(mcp: Mcp, places: readonly string[], label: string): Promise<Search> {
  const tried: Document[] = [];
  for (const url of places.filter(isWebUrl)) {
    const document = await fetchDocument(mcp, url, label);
    tried.push(document);
    const { content } = document;
    if (content !== undefined) return { tried, found: { ...document, content } };
  }
  return { tried, found: undefined };
}

export const findResource = oncePerService(
  async (mcp): Promise<Search & { readonly challenged: Challenged }> => {
    const challenged = await firstChallenge(mcp);
    const places = resourcePlaces(mcp.url, challenged.pointer);
    return { challenged, ...(await searchDocument(mcp, places, "resource metadata")) };
  },
);

/** The metadata of the resource at a place that a challenge names. Undefined: no such metadata. */
export async function resourceAt(mcp: Mcp, url: string): Promise<RpcObject | undefined> {
  return isWebUrl(url) ? (await fetchDocument(mcp, url, "resource metadata")).content : undefined;
}

/**
 * The metadata of the resource, needed by another check.
 * @throws {InconclusiveError} without any
 */
export async function resourceOf(mcp: Mcp): Promise<Found> {
  const { found, tried } = await findResource(mcp);
  if (found !== undefined) return found;
  const last = tried.at(-1);
  const seen = last === undefined ? "no place to look at" : `${last.url}: ${describeMcpAnswer(last.answer)}`;
  throw new InconclusiveError(`No metadata of the resource was found; the last place was ${seen}.`);
}

/** The issuers with a URL in the metadata of the resource, two at most. */
function issuersIn({ content }: Document): string[] {
  const listed = content?.["authorization_servers"];
  const issuers = Array.isArray(listed) ? listed.filter((one) => typeof one === "string") : [];
  return issuers.filter((issuer) => URL.canParse(issuer)).slice(0, MAX_ISSUERS);
}

/** An authorization server that the resource names, and its metadata. */
export interface Server {
  readonly issuer: string;
  readonly document: Found;
}

/** The result of a search at the servers that a resource names. */
export interface ServerSearch {
  readonly issuers: readonly string[];
  readonly servers: readonly Server[];
  readonly tried: readonly Document[];
  /** The reason why one of them was not asked. Undefined: all were asked. */
  readonly unasked: UnofferedError | InconclusiveError | undefined;
}

/** Looks for the metadata of each authorization server that the resource names, as far as requests may go there. */
export const searchServers = oncePerService(async (mcp): Promise<ServerSearch> => {
  const issuers = issuersIn(await resourceOf(mcp));
  const servers: Server[] = [];
  const documents: Document[] = [];
  let unasked: ServerSearch["unasked"];
  for (const issuer of issuers) {
    try {
      const { found, tried } = await searchDocument(mcp, serverPlaces(issuer), "server metadata");
      documents.push(...tried);
      if (found !== undefined) servers.push({ issuer, document: found });
    } catch (error) {
      if (!(error instanceof UnofferedError || error instanceof InconclusiveError)) throw error;
      unasked ??= error;
    }
  }
  return { issuers, servers, tried: documents, unasked };
});

/**
 * The first authorization server with metadata, needed by another check.
 * @throws {InconclusiveError} without any, or {UnofferedError} if its address is forbidden
 */
export async function serverOf(mcp: Mcp): Promise<Server> {
  const { issuers, servers, unasked } = await searchServers(mcp);
  const [server] = servers;
  if (server !== undefined) return server;
  if (unasked !== undefined) throw unasked;
  throw new InconclusiveError(
    `No metadata of an authorization server was found; the resource names ${issuers.join(", ") || "none"}.`,
  );
}

/** The public keys of the authorization servers, as far as they can be had. */
export const publicKeysOf = oncePerService(async (mcp): Promise<readonly JWK[]> => {
  const servers = await orNone(async () => (await searchServers(mcp)).servers);
  const places = servers.map(({ document }) => document.content["jwks_uri"]);
  const found = places.filter((place) => isServerUrl(mcp.url, place));
  const keysAt = async (place: string) => {
    const { content } = await fetchDocument(mcp, place, "public keys");
    return listOf(content?.["keys"]).filter(isRpcObject);
  };
  return (await Promise.all(found.map(async (place) => orNone(async () => keysAt(place))))).flat();
});

/** Returns an empty list if something cannot be had. @throws {BudgetError} */
export async function orNone<T>(read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await read();
  } catch (error) {
    const isClosed = error instanceof UnofferedError || error instanceof InconclusiveError;
    if (isClosed && !(error instanceof BudgetError)) return [];
    throw error;
  }
}

async function fetchDocument(mcp: Mcp, url: string, label: string): Promise<Document> {
  const headers = [["Accept", "application/json"] as const];
  const caller = mcp.anonymous.name;
  const answer = await mcp.send({ label, caller, method: "GET", url, headers, brings: "metadata" });
  const value = answer.status === 200 ? parseJson(answer.text) : undefined;
  return { url, answer, content: isRpcObject(value) ? value : undefined };
}

function isWebUrl(url: string): boolean {
  return /^https?:$/.test(URL.parse(url)?.protocol ?? "");
}
