import { gunzipSync } from "node:zlib";
import { readJson, type JsonValue } from "../../api/json/json.ts";
import type { ReferenceAuth } from "../auth.ts";
import type { Choices } from "../choices.ts";
import { createReference, type Reference } from "../reference.ts";
import type { Rules } from "../rules/rules.ts";
import type { Post } from "../delivery/post-by-undici.ts";

/** One request of a unit test; a string body is sent as it is. */
export interface Question {
  readonly key?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
  readonly connection?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly envelope: Readonly<Record<string, JsonValue>>;
  readonly data: JsonValue | undefined;
}

export const ALPHA = { name: "alpha", apiKey: "key-of-alpha", secret: "secret-of-alpha" };
export const BETA = { name: "beta", apiKey: "key-of-beta", secret: "secret-of-beta" };

export interface TestedOptions {
  readonly choices?: Partial<Choices>;
  readonly rules?: Rules;
  readonly auth?: ReferenceAuth;
  readonly clock?: () => number;
  readonly visit?: Post;
}

/** A reference with two merchants that never waits. */
export function testedReference(options: TestedOptions = {}): Reference {
  return createReference({ merchants: [ALPHA, BETA], sleep: async () => {}, ...options });
}

/** Sends one request for the merchant alpha, to `webhook/<operation>` or to a path that begins with a slash. */
export async function ask(reference: Reference, operation: string, question: Question = {}): Promise<Answer> {
  const response = await reference.fetch(questionRequest(operation, question), question.connection);
  const received = Buffer.from(await response.arrayBuffer());
  const bytes = response.headers.get("content-encoding") === "gzip" ? gunzipSync(received) : received;
  const text = bytes.toString();
  const reading = readJson(bytes);
  const envelope = reading.ok && isObject(reading.value) ? reading.value : {};
  return { status: response.status, headers: response.headers, text, envelope, data: envelope.data };
}

export function questionRequest(operation: string, question: Question): Request {
  const { key = ALPHA.apiKey, body, headers = {}, method = "POST" } = question;
  const path = operation.startsWith("/") ? operation : `/abc/v1/webhook/${operation}`;
  const text = typeof body === "string" ? body : body === undefined ? "" : JSON.stringify(body);
  return new Request(`http://reference.invalid${path}`, {
    method,
    headers: {
      ...(key !== null && { "x-api-key": key }),
      "content-type": "application/json",
      "content-length": String(Buffer.byteLength(text)),
      ...headers,
    },
    ...(body !== undefined && { body: text }),
  });
}

/** The stored configuration of a merchant, as query shows it. */
export async function configuration(
  reference: Reference,
  key?: string,
): Promise<Readonly<Record<string, JsonValue>>> {
  const { data } = await ask(reference, "query", key === undefined ? {} : { key });
  return data !== undefined && isObject(data) ? data : {};
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
