import { onTestFinished } from "vitest";
import { scriptedServer, type ScriptedServer } from "./scripted-server.ts";
import { TransportFailure } from "../transport-failure.ts";
import { undiciTransport, type UndiciTransportOptions } from "../undici-transport.ts";

/** A request like those of a run, for tests of the transport. */
export const REQUEST = { method: "POST", path: "/abc/v1/webhook/query", headers: [] } as const;

/** A transport that is closed when the test ends. */
export function transportTo(baseUrl: string, options: Partial<UndiciTransportOptions> = {}) {
  const transport = undiciTransport({ baseUrl, timeoutMs: 5_000, ...options });
  onTestFinished(() => transport.close());
  return transport;
}

/** A scripted server that is closed when the test ends. */
export async function serverWith(
  ...[script, tls]: Parameters<typeof scriptedServer>
): Promise<ScriptedServer> {
  const server = await scriptedServer(script, tls);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** The failure that a request ends in; anything else fails the test. */
export async function failureOf(answer: Promise<unknown>): Promise<TransportFailure> {
  const error = await answer.then(
    () => new Error("there was an answer"),
    (reason: unknown) => reason,
  );
  if (error instanceof TransportFailure) return error;
  throw error;
}
