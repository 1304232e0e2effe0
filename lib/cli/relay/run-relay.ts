import { once } from "node:events";
import { readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { suiteIdentity } from "../../package/package-root.ts";
import type { Front } from "../../receiver/front.ts";
import { serveRelay } from "../../receiver/relay/serve-relay.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { UsageError } from "../usage-error.ts";

export interface RelayRequest {
  readonly host: string;
  readonly port: number;
  /** PEM files. */
  readonly certificate?: string;
  readonly key?: string;
  readonly publicUrl?: string;
  readonly expireMinutes: number;
}

const TOKEN_VARIABLE = "CONFORMANCE_RELAY_TOKEN";
const MIN_TOKEN_CHARS = 16;
const TOKEN_BYTES = 24;

/**
 * Relays until SIGINT or SIGTERM.
 * @throws {UsageError} with the correction
 */
export async function runRelay(request: RelayRequest, env: Environment): Promise<void> {
  const given = env[TOKEN_VARIABLE];
  const token = given ?? randomBytes(TOKEN_BYTES).toString("base64url");
  if (token.length < MIN_TOKEN_CHARS)
    throw new UsageError(`Cannot relay: ${TOKEN_VARIABLE} must have at least ${MIN_TOKEN_CHARS} characters`);
  const front = await start(request, token);
  const lines = [
    `The relay listens on ${front.url}. Ctrl-C ends it.`,
    ...(given === undefined ? [`Its token, new at each start without ${TOKEN_VARIABLE}: ${token}`] : []),
    `In a profile: events: { receiver: { relay: { url: "${addressIn(request, front)}", token: "\${env:${TOKEN_VARIABLE}}" } } }`,
  ];
  process.stdout.write(`${lines.map((line) => terminalText(line)).join("\n")}\n`);
  const ending = new AbortController();
  await Promise.race(["SIGINT", "SIGTERM"].map(async (name) => once(process, name, ending)));
  ending.abort();
  await front.close();
}

/** A relay that listens on all interfaces has a name that only the user knows. */
function addressIn({ publicUrl }: RelayRequest, { url }: Front): string {
  return publicUrl ?? url.replace(/\/\/(?:0\.0\.0\.0|\[::\]):/, "//name-of-this-host:");
}

async function start(request: RelayRequest, token: string): Promise<Front> {
  const { host, port, publicUrl = null, expireMinutes } = request;
  const tls = tlsOf(request);
  if (tls === "none" && publicUrl === null && !isLoopback(`http://${host}`)) {
    throw new UsageError(
      "Cannot relay: the token would not be encrypted. Give --certificate and --key, or the --public-url of a proxy that ends TLS before it.",
    );
  }
  const { version } = suiteIdentity();
  try {
    return await serveRelay({ host, port, tls, token, publicUrl, expireMs: expireMinutes * 60_000, version });
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`Cannot relay on ${host}:${port}: ${reason}`);
  }
}

function tlsOf({ certificate, key }: RelayRequest): "none" | { readonly cert: string; readonly key: string } {
  if (certificate === undefined && key === undefined) return "none";
  if (certificate === undefined || key === undefined)
    throw new UsageError("Cannot relay: --certificate and --key require each other");
  return { cert: read(certificate), key: read(key) };
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UsageError(`Cannot read ${file}: ${reason}`);
  }
}
