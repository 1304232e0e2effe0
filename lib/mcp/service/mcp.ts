import type { CheckContext } from "../../engine/requirement/check-context.ts";
import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { WaitReason } from "../../http/gate.ts";
import type { McpFacts } from "../../profile/schema/mcp-schema.ts";
import {
  ANONYMOUS,
  type Caller,
  type McpSend,
  headersOf,
  type McpAnswer,
  type McpRequest,
  withHeader,
} from "../wire/mcp-request.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import { type Era, HANDSHAKE_REVISION, statelessEra } from "../wire/era.ts";
import { HandshakeEra, NOT_FOUND, openHandshake } from "./handshake-era.ts";
import { LiveTokens, type Renewal } from "../wire/live-tokens.ts";
import { repeatMcpPages } from "../wire/repeat-mcp-pages.ts";
import { resumeStreams } from "../wire/resumed-streams.ts";
import { memberOf, responseTo, resultOf } from "../wire/rpc.ts";

const UNSUPPORTED_VERSION = -32_022;
const FAILED_FROM = 500;
const TOO_MANY = 429;
const MAX_NOTED_CHARS = 64 * 1024;

export interface McpOptions {
  /** The tokens of the profile. */
  readonly facts: McpFacts;
  /** The address of the service. */
  readonly url: string;
  readonly door: McpSend;
  /** The mark of the run in its writes. */
  readonly runId: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** @throws {BudgetError} if the time of the run is too short */
  readonly wait: (ms: number, reason: WaitReason) => Promise<void>;
  /** Returns a new token when one of the profile has expired. Default: none. */
  readonly renewal?: Renewal | undefined;
  /** Default: nothing is saved, because the service ends with the run. */
  readonly notes?: WriteNotes;
}

/** The means of checks of the MCP service (section 5.5). */
export interface McpContext extends CheckContext {
  /** The service. Only for a requirement whose row requires its address. */
  readonly mcp: Mcp;
}

export type McpTrial = Pick<McpContext, "mcp" | "effort">;

/** The eras that a service speaks. Without any, the reason. */
interface DetectedEras {
  readonly eras: readonly Era[];
  readonly why: string;
  /** Whether the service need not be asked again: no answer was a temporary one. */
  readonly isFinal: boolean;
}

/** The access of a check to the MCP service of a target. */
export class Mcp {
  readonly facts: McpFacts;
  readonly url: string;
  readonly send: McpSend;
  readonly now: () => number;
  readonly wait: McpOptions["wait"];
  readonly notes: WriteNotes;
  readonly readOnly: Caller;
  readonly readWrite: Caller;
  readonly anonymous = ANONYMOUS;
  readonly #runId: string;
  readonly #answers: McpAnswer[] = [];
  /** By the revision that was asked for. Undefined: the service does not speak it. */
  readonly #handshakes = new Map<string, HandshakeEra | undefined>();
  #id = 0;
  #fresh = 0;
  #detected: Promise<DetectedEras> | undefined;

  constructor({ facts, url, door, runId, now, wait, renewal, notes = NO_NOTES }: McpOptions) {
    const tokens = new LiveTokens(facts, renewal, now);
    this.facts = facts;
    this.url = url;
    this.send = this.#noting(
      this.#reopening(tokens.renewing(resumeStreams(repeatMcpPages(door, wait), wait))),
    );
    this.now = now;
    this.wait = wait;
    this.notes = notes;
    this.#runId = runId;
    this.readOnly = tokens.caller("read-only");
    this.readWrite = tokens.caller("read-write");
  }

  /** The forms in which the service speaks the protocol, found by its answers to a valid token. */
  async eras(): Promise<readonly Era[]> {
    this.#detected ??= this.#detect();
    this.#detected.catch(() => (this.#detected = undefined));
    const { eras, why, isFinal } = await this.#detected;
    if (eras.length > 0) return eras;
    if (!isFinal) this.#detected = undefined;
    throw new InconclusiveError(why);
  }

  /** The first of them, if one is enough. */
  async anyEra(): Promise<Era> {
    const [era] = await this.eras();
    if (era === undefined)
      throw new InconclusiveError("The service speaks no known version of the protocol.");
    return era;
  }

  /** The era of the handshake in an older revision. Undefined: the service does not speak it. */
  async handshakeAt(revision: string): Promise<HandshakeEra | undefined> {
    if ((await this.handshake()) === undefined) return undefined;
    if (this.#handshakes.has(revision)) return this.#handshakes.get(revision);
    const era = this.#newHandshake(revision);
    const answer = await this.send(era.opening(this.readOnly));
    const isSpoken = resultOf(answer)?.["protocolVersion"] === revision;
    if (!isSpoken) this.#handshakes.set(revision, undefined);
    return isSpoken ? this.#spoken(era, answer) : undefined;
  }

  /** The era of the handshake, if the service speaks it. */
  async handshake(): Promise<HandshakeEra | undefined> {
    return (await this.eras()).find((era) => era instanceof HandshakeEra);
  }

  /** The era without sessions, if the service speaks it. */
  async stateless(): Promise<Era | undefined> {
    return (await this.eras()).find(({ name }) => name === "stateless");
  }

  /** The caller of valid GET and DELETE requests. Wrong ones use the session of the read-only token. */
  get sessionOwner(): Caller {
    return this.readWrite.token === undefined ? this.readOnly : this.readWrite;
  }

  /** Answers of the service itself in the run so far, without those longer than messages, and of other spellings of its path. */
  get answers(): readonly McpAnswer[] {
    return this.#answers;
  }

  /** A text that no other run and no other write has. */
  freshText(): string {
    return `${this.#runId}-${(this.#fresh += 1)}`;
  }

  nextId = (): number => (this.#id += 1);

  /**
   * Whether a request was carried out: a response with a result, or a 2xx for a message without an answer.
   */
  succeeds(answer: McpAnswer): boolean {
    return answer.request.waitsFor === undefined
      ? answer.status >= 200 && answer.status < 300
      : resultOf(answer) !== undefined;
  }

  #noting(door: McpSend): McpSend {
    return async (request) => {
      const answer = await door(request);
      const isOwn = request.brings === undefined && pathOf(request.url) === pathOf(this.url);
      if (isOwn && answer.text.length <= MAX_NOTED_CHARS) this.#answers.push(answer);
      if (request.method === "DELETE" && answer.status < 300) await this.#forgetSession(request);
      return answer;
    };
  }

  /** Sends a request again in a new session if the service has ended the session of the request. */
  #reopening(door: McpSend): McpSend {
    return async (request) => {
      const answer = await door(request);
      const [id = ""] = headersOf(request, "mcp-session-id");
      for (const era of answer.status === NOT_FOUND ? this.#handshakes.values() : []) {
        const next = await era?.replaced(id);
        if (next !== undefined) return door(withHeader(request, "Mcp-Session-Id", next));
      }
      return answer;
    };
  }

  async #detect(): Promise<DetectedEras> {
    const [first, revision] = await this.#discovered();
    const second = await openHandshake(async (asked) =>
      this.send(this.#newHandshake(asked).opening(this.readOnly)),
    );
    const agreed = resultOf(second)?.["protocolVersion"];
    const eras = [
      ...(revision === undefined ? [] : [statelessEra(this.url, this.nextId, revision)]),
      ...(typeof agreed === "string" ? [this.#spoken(this.#newHandshake(agreed), second)] : []),
    ];
    const isFinal = [first, second].every(({ status }) => status < FAILED_FROM && status !== TOO_MANY);
    return {
      eras,
      isFinal,
      why: `With the read-only token the MCP service answered neither server/discover nor initialize: ${describeMcpAnswer(first)} and ${describeMcpAnswer(second)}. Look at mcp.url and mcp.readOnlyToken.`,
    };
  }

  #newHandshake(revision: string): HandshakeEra {
    return new HandshakeEra({ url: this.url, door: this.send, nextId: this.nextId, revision });
  }

  /** An era that the service has agreed to, with the session that its answer has opened. */
  #spoken(era: HandshakeEra, opening: McpAnswer): HandshakeEra {
    era.adopt(this.readOnly, opening);
    this.#handshakes.set(era.revision, era);
    return era;
  }

  /** A session that was ended is not used again. */
  async #forgetSession(request: McpRequest): Promise<void> {
    const [id] = headersOf(request, "mcp-session-id");
    if (id === undefined) return;
    for (const era of this.#handshakes.values()) await era?.forget(id);
  }

  /** The answer to `server/discover`, and its stateless revision. */
  async #discovered(): Promise<readonly [McpAnswer, string | undefined]> {
    const answer = await this.send(statelessEra(this.url, this.nextId).opening(this.readOnly));
    const { result, error } = responseTo(answer) ?? {};
    const isUnsupported = error?.["code"] === UNSUPPORTED_VERSION;
    const listed = result?.["supportedVersions"] ?? memberOf(error?.["data"], "supported");
    if (answer.status !== 200 && !isUnsupported) return [answer, undefined];
    const versions = Array.isArray(listed) ? listed.filter((one) => typeof one === "string") : [];
    const newest = versions
      .filter((version) => version > HANDSHAKE_REVISION)
      .toSorted()
      .at(-1);
    return [answer, newest];
  }
}

function pathOf(url: string): string {
  return new URL(url).pathname;
}

/** The state before a write, and how the read tool shows it: enough to restore it after a killed run. */
export interface Written {
  readonly tool: string;
  /** The text by which the read tool shows the write. */
  readonly shows: string;
  /** Whether the read tool showed it before the run. Then it is written again, not undone. */
  readonly wasShown: boolean;
}

/** The store of writes from before they are sent until they are undone. */
export interface WriteNotes {
  /** @throws an error of the file system: then nothing may be sent */
  note(write: Written): void;
  /** The write has had no effect, or no effect remains. */
  settle(shows: string): void;
}

export const NO_NOTES: WriteNotes = { note: () => undefined, settle: () => undefined };
