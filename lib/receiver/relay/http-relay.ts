import { randomBytes } from "node:crypto";
import type * as z from "zod";
import { jsonOrUndefined } from "../../text/json-or-undefined.ts";
import { Egress } from "../../http/egress.ts";
import { environmentAgent } from "../../http/environment-agent.ts";
import { GrowingBytes } from "../../http/growing-bytes.ts";
import type { Arrival } from "../arrival.ts";
import { ForgottenError, type Relay, RelayError } from "./relay.ts";
import {
  CONTROL,
  doneSchema,
  healthSchema,
  openedSchema,
  pollSchema,
  PROTOCOL,
  type WireArrival,
} from "./wire.ts";

const SESSION_BYTES = 10;
const CONNECT_MS = 10_000;
const ANSWER_MS = 40_000;
/** A relay sends less at a time. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

export interface HttpRelayOptions {
  /** The URL of the relay: origin, with a path if it has one. */
  readonly url: string;
  readonly token: string;
}

interface Question {
  readonly method?: "GET" | "PUT" | "DELETE";
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** A relay that `card-issuing-conformance relay` has started. */
export function httpRelay(options: HttpRelayOptions): Relay {
  const control = new Control(options);
  const own = `sessions/${randomBytes(SESSION_BYTES).toString("hex")}`;
  const ending = new AbortController();
  return {
    async open(manners) {
      await control.assertVersion();
      const asked = { method: "PUT", body: manners } as const;
      const { publicUrl, ...opened } = await control.ask(own, openedSchema, asked);
      const url = (publicUrl ?? options.url).replace(/(?<!\/)\/+$/, "");
      return { ...opened, url: own.replace("sessions", url) };
    },
    async plan(token, steps) {
      await control.ask(`${own}/plans/${token}`, doneSchema, { method: "PUT", body: steps });
    },
    async expect(token) {
      await control.ask(`${own}/expected/${token}`, doneSchema, { method: "PUT", body: {} });
    },
    async poll(after, waitSeconds) {
      const path = `${own}/arrivals?after=${after}&wait=${waitSeconds}`;
      const polled = await control.ask(path, pollSchema, { signal: ending.signal });
      return {
        ...polled,
        arrivals: polled.arrivals.map(arrivalOf),
        handshakes: polled.handshakes.map(arrivalOf),
      };
    },
    async close() {
      ending.abort();
      await control.ask(own, doneSchema, { method: "DELETE" }).catch(() => undefined);
      await control.close();
    },
  };
}

/** The control interface of a relay, through the proxy of the environment. */
class Control {
  readonly #url: URL;
  readonly #token: string;
  readonly #agent: ReturnType<typeof environmentAgent>;

  constructor({ url, token }: HttpRelayOptions) {
    this.#url = new URL(url);
    this.#token = token;
    const limits = { connectMs: CONNECT_MS, answerMs: ANSWER_MS };
    this.#agent = environmentAgent(new Egress({ own: [url] }), limits);
  }

  /** @throws {RelayError} when it speaks another protocol */
  async assertVersion(): Promise<void> {
    const { relay, version } = await this.ask("health", healthSchema);
    if (relay === PROTOCOL) return;
    throw this.#error(`has version ${version}, which this one cannot ask: start it by the same version`);
  }

  /** @throws {RelayError} or {ForgottenError} */
  async ask<T extends z.ZodType>(path: string, answer: T, question: Question = {}): Promise<z.output<T>> {
    const { status, text } = await this.#send(path, question);
    if (status === 404 && path.startsWith("sessions/")) throw new ForgottenError();
    if (status === 401) throw this.#error("rejects the token", "token");
    if (status === 429) throw this.#error("has no room: other runs use it already");
    const read = status === 200 ? answer.safeParse(jsonOrUndefined(text)) : undefined;
    if (read?.success === true) return read.data;
    throw this.#error(`is not a relay, or has another version: it answers HTTP ${status}`);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  async #send(path: string, { method = "GET", body, signal }: Question) {
    const { origin, pathname } = this.#url;
    try {
      const response = await this.#agent.request({
        origin,
        path: `${pathname.replace(/(?<!\/)\/+$/, "")}${CONTROL}${path}`,
        method,
        headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal !== undefined && { signal }),
      });
      return { status: response.statusCode, text: await textOf(response.body) };
    } catch (error) {
      const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
      throw this.#error(`cannot be reached (${reason})`);
    }
  }

  #error(what: string, field: RelayError["field"] = "url"): RelayError {
    return new RelayError(field, `The relay at ${this.#url.origin} ${what}.`);
  }
}

function arrivalOf({ body, tls, ...arrival }: WireArrival): Arrival {
  return { ...arrival, body: Buffer.from(body, "base64"), tls: tls ?? undefined };
}

/** @throws {Error} for an answer without end */
async function textOf(body: AsyncIterable<unknown>): Promise<string> {
  const bytes = new GrowingBytes(MAX_ANSWER_BYTES);
  for await (const chunk of body)
    if (Buffer.isBuffer(chunk) && !bytes.add(chunk)) throw new Error("its answer is too large");
  return new TextDecoder().decode(bytes.soFar);
}
