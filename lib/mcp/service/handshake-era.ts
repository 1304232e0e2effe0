import { InconclusiveError } from "../../engine/record/verdict.ts";
import {
  type Caller,
  type McpSend,
  headersOf,
  type McpAnswer,
  type McpRequest,
} from "../wire/mcp-request.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import { basicHeaders, CLIENT_INFO, type Era, HANDSHAKE_REVISION } from "../wire/era.ts";
import { responseTo, resultOf } from "../wire/rpc.ts";

export const NOT_FOUND = 404;

/** A session, as its client knows it. */
interface Session {
  /** Absent: the server has no sessions. */
  readonly id: string | undefined;
  readonly revision: string;
}

/** The parts of the form with a handshake. */
export interface HandshakeOptions {
  readonly url: string;
  readonly door: McpSend;
  readonly nextId: () => number;
  readonly revision: string;
}

/**
 * `initialize` opens a session, and every request names its id, if it has one. Each token of a caller has one
 * session.
 */
export class HandshakeEra implements Era {
  readonly name = "handshake";
  readonly revision: string;
  readonly #options: HandshakeOptions;
  readonly #sessions = new Map<string, Promise<Session>>();
  /** By the ids of their sessions. */
  readonly #openers = new Map<string, Caller>();
  /** Answers to `initialize` whose sessions are still to be used. */
  readonly #openings = new Map<string, McpAnswer>();

  constructor(options: HandshakeOptions) {
    this.#options = options;
    this.revision = options.revision;
  }

  opening(caller: Caller, revision = this.revision): McpRequest {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: CLIENT_INFO };
    return this.#message("initialize", params, caller, this.#options.nextId(), []);
  }

  async request(
    method: string,
    params: object,
    caller: Caller,
    opener: Caller = caller,
  ): Promise<McpRequest> {
    return this.#message(method, params, caller, this.#options.nextId(), await this.sessionHeaders(opener));
  }

  async notification(caller: Caller, opener: Caller = caller): Promise<McpRequest> {
    const headers = await this.sessionHeaders(opener);
    return this.#message("notifications/initialized", {}, caller, undefined, headers);
  }

  /** GET asks for a stream of events. DELETE ends the session. */
  async bare(method: "GET" | "DELETE", caller: Caller, opener: Caller = caller): Promise<McpRequest> {
    const others = basicHeaders(caller).filter(([name]) => name === "Authorization");
    const headers = [
      ["Accept", "text/event-stream"] as const,
      ...others,
      ...(await this.sessionHeaders(opener)),
    ];
    const { url } = this.#options;
    const isStream = method === "GET";
    return {
      label: method,
      caller: caller.name,
      method,
      url,
      headers,
      ...(isStream && { mayStayOpen: true }),
    };
  }

  async sessionHeaders(opener: Caller): Promise<(readonly [string, string])[]> {
    return headersOfSession(await this.#session(opener));
  }

  /** The id of the session of a caller. Undefined: the server has no sessions. */
  async sessionId(opener: Caller): Promise<string | undefined> {
    return (await this.#session(opener)).id;
  }

  hasSession(opener: Caller): boolean {
    return this.#openings.has(keyOf(opener)) || this.#sessions.has(keyOf(opener));
  }

  /** Uses the session of an answer to `initialize` for a caller, instead of another one. */
  adopt(opener: Caller, opening: McpAnswer): void {
    this.#openings.set(keyOf(opener), opening);
  }

  /** Opens another session instead of this one the next time. */
  async forget(id: string): Promise<void> {
    this.#openers.delete(id);
    for (const [key, session] of this.#sessions) if ((await session).id === id) this.#sessions.delete(key);
  }

  async #session(opener: Caller): Promise<Session> {
    const key = keyOf(opener);
    const known = this.#sessions.get(key) ?? this.#open(opener);
    this.#sessions.set(key, known);
    known.catch(() => this.#sessions.delete(key));
    return known;
  }

  async #open(opener: Caller): Promise<Session> {
    const { door } = this.#options;
    const opened = this.#openings.get(keyOf(opener));
    this.#openings.delete(keyOf(opener));
    const answer = opened ?? (await door(this.opening(opener)));
    const result = resultOf(answer);
    if (result === undefined)
      throw new InconclusiveError(
        `A valid initialize with the token ${opener.name} was answered ${describeMcpAnswer(answer)}.`,
      );
    const agreed = result["protocolVersion"];
    const [id] = headersOf(answer, "mcp-session-id");
    const session = { id, revision: typeof agreed === "string" ? agreed : this.revision };
    await door(this.#message("notifications/initialized", {}, opener, undefined, headersOfSession(session)));
    if (id !== undefined) this.#openers.set(id, opener);
    return session;
  }

  /**
   * The id of another session instead of one that the service has ended: it may do so at any time, and answers 404 from then
   * on. Undefined: it has not ended this one, or gives no other.
   */
  async replaced(id: string): Promise<string | undefined> {
    const opener = this.#openers.get(id);
    if (opener === undefined) return undefined;
    const { door } = this.#options;
    this.#openers.delete(id);
    const answer = await door(await this.request("tools/list", {}, opener));
    if (answer.status === NOT_FOUND) {
      await this.forget(id);
      return this.sessionId(opener);
    }
    this.#openers.set(id, opener);
    return undefined;
  }

  #message(
    method: string,
    params: object,
    caller: Caller,
    id: number | undefined,
    session: readonly (readonly [string, string])[],
  ): McpRequest {
    return {
      label: method,
      caller: caller.name,
      method: "POST",
      url: this.#options.url,
      headers: [...basicHeaders(caller), ...session],
      body: JSON.stringify({ jsonrpc: "2.0", ...(id !== undefined && { id }), method, params }),
      ...(id !== undefined && { waitsFor: id }),
    };
  }
}

function headersOfSession({ id, revision }: Session): (readonly [string, string])[] {
  return [
    ...(id === undefined ? [] : [["Mcp-Session-Id", id] as const]),
    ["MCP-Protocol-Version", revision] as const,
  ];
}

function keyOf({ name, token = "" }: Caller): string {
  return JSON.stringify([name, token]);
}

const OLDER_REVISIONS = ["2025-06-18", "2025-03-26"];

/**
 * Opens a session of the newest revision with sessions. A service that does not speak it answers with another revision, or
 * with an error. After an error, older revisions are tried.
 * @returns the first answer with a session, or the one for the newest revision
 */
export async function openHandshake(open: (revision: string) => Promise<McpAnswer>): Promise<McpAnswer> {
  const newest = await open(HANDSHAKE_REVISION);
  if (responseTo(newest)?.error === undefined) return newest;
  for (const revision of OLDER_REVISIONS) {
    const answer = await open(revision);
    if (resultOf(answer) !== undefined) return answer;
  }
  return newest;
}
