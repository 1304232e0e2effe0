import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { RecordedExchange } from "../../engine/requirement/recorded-exchange.ts";
import { cookieHeader } from "../../http/cookie-header.ts";
import type { HeaderPair } from "../../http/transport.ts";

/** A request to the MCP service or to its authorization server, with everything that decides its bytes. */
export interface McpRequest {
  /** Its purpose, for example `tools/list`. */
  readonly label: string;
  /** Its caller, for example `read-only`. */
  readonly caller: string;
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
  /** Kinds of content in the answer that are shown only in part. */
  readonly brings?: "metadata" | "secrets";
  /** Wrong on purpose: a target may throttle it separately. */
  readonly isProbe?: true;
  /** It asks for a stream, which a server may begin with its first event: no answer in time is no fault. */
  readonly mayStayOpen?: true;
  /** It has a connection of its own, so that it may overlap another request. */
  readonly isBeside?: true;
  /** The id of the message that it waits for: what else a stream brings is not waited for. */
  readonly waitsFor?: number | string;
}

export interface McpAnswer {
  readonly request: McpRequest;
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly text: string;
  /** Number of the exchange in the evidence. */
  readonly exchange: number;
  /** The exchange as it is recorded: a later check may refer to it. */
  readonly recorded?: RecordedExchange | undefined;
  /** The request was sent again because no answer came, and the first attempt may have taken effect. Default: false. */
  readonly isRepeated?: boolean;
}

/** No answer came to a request for a stream, which a server may begin with its first event. */
export class NotBegunError extends InconclusiveError {}

/** Sends one request as it is. Follows no redirect, and retries only after network failures. */
export type McpSend = (request: McpRequest) => Promise<McpAnswer>;

/** The values of a header, in their order. */
export function headersOf({ headers }: Pick<McpAnswer, "headers">, name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}

/** The value of a Cookie header with the cookies of the answer. Undefined: none. */
export function cookiesOf({ headers }: Pick<McpAnswer, "headers">): string | undefined {
  return cookieHeader(headers);
}

export function withHeader(request: McpRequest, name: string, value: string | undefined): McpRequest {
  const others = request.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: value === undefined ? others : [...others, [name, value]] };
}

/** A caller of the service: its name in reports, and its access token, if it has one. */
export interface Caller {
  readonly name: string;
  readonly token: string | undefined;
}

export const ANONYMOUS: Caller = { name: "anonymous", token: undefined };

/** A caller with a token of no server. */
export const NEVER_ISSUED = { name: "a token that was never issued", token: "never-issued-c06e9b71f4d2" };
