import { cookieHeader } from "../http/cookie-header.ts";
import type { HeaderPair } from "../http/transport.ts";

/** A request to the MCP service or to its authorization server, down to what the bytes depend on. */
export interface McpRequest {
  /** What it is sent for, for example `tools/list`. */
  readonly label: string;
  /** On whose behalf, for example `read-only`. */
  readonly caller: string;
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: readonly HeaderPair[];
  readonly body?: string;
  /** What the answer may bring, where it is not shown whatever it is. */
  readonly brings?: "metadata" | "secrets";
  /** It is wrong on purpose: it may be throttled by itself. */
  readonly isProbe?: true;
  /** The id of the message that it waits for: what else a stream brings is not waited for. */
  readonly waitsFor?: number;
}

/** An answer, as it came. */
export interface McpAnswer {
  readonly request: McpRequest;
  readonly status: number;
  readonly headers: readonly HeaderPair[];
  readonly text: string;
  /** Number of the exchange in the evidence. */
  readonly exchange: number;
}

/** The way out: sends one request as it is, follows nothing, repeats nothing but what the network failed. */
export type Door = (request: McpRequest) => Promise<McpAnswer>;

/** The values of a header, in their order. */
export function headersOf({ headers }: Pick<McpAnswer, "headers">, name: string): string[] {
  return headers.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value);
}

/** The value of a Cookie header with what the answer sets; undefined: it sets none. */
export function cookiesOf({ headers }: Pick<McpAnswer, "headers">): string | undefined {
  return cookieHeader(headers);
}

/** The same request with a header of this value, or without it. */
export function withHeader(request: McpRequest, name: string, value: string | undefined): McpRequest {
  const others = request.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: value === undefined ? others : [...others, [name, value]] };
}
