import type { Probe } from "./probe.ts";
import { setTimeout } from "node:timers/promises";
import type { SignatureScheme } from "../../signer/signature-scheme.ts";
import { signer } from "../../signer/signer.ts";
import type { Choices } from "../choices.ts";
import { createReference, type Reference } from "../reference.ts";
import type { Rules } from "../rules/rules.ts";
import { ALPHA, BETA } from "./ask.ts";
import { probes } from "./probes.ts";

export interface TranscriptOptions {
  readonly mode: "api-key" | "signed";
  readonly choices: Partial<Choices>;
  readonly rules: Rules;
}

const START = Date.UTC(2026, 0, 2, 3, 4, 5, 6);
const STEP_MS = 100;

const scheme: SignatureScheme = {
  algorithm: "hmac-sha256",
  payload: "{method}\n{path}\n{query}\n{timestamp}\n{nonce}\n{apiKey}\n{body:sha256:hex}",
  encoding: "hex",
  timestamp: "unix-ms",
  nonce: "hex",
};
const enforces = { signature: true, timestampToleranceSeconds: 300, nonceSingleUse: true };

/** What a reference answers to a fixed sequence of requests, on a clock that advances with each of them. */
export async function* transcript({ mode, choices, rules }: TranscriptOptions): AsyncGenerator<string> {
  let now = START;
  const reference = createReference({
    merchants: [ALPHA, BETA],
    sleep: async () => {},
    clock: () => now,
    choices,
    rules,
    ...(mode === "signed" && { auth: { mode, scheme, enforces } }),
  });
  for (const [index, step] of probes(mode).entries()) {
    now += STEP_MS;
    const together = Array.isArray(step) ? step : [step];
    yield* await Promise.all(
      together.map(async (probe, at) => answerTo(reference, probe, `${index}.${at}`, now, mode)),
    );
  }
}

async function answerTo(
  reference: Reference,
  probe: Probe,
  id: string,
  now: number,
  mode: string,
): Promise<string> {
  if (probe.late === true) await setTimeout(1);
  const path = probe.operation.startsWith("/") ? probe.operation : `/abc/v1/webhook/${probe.operation}`;
  const target = probe.query === undefined ? path : `${path}?${probe.query}`;
  const headers = new Headers(probe.headers);
  const { key = (probe.by === "beta" ? BETA : ALPHA).apiKey } = probe;
  if (key !== null) headers.set("x-api-key", key);
  const contentType = probe.contentType ?? (probe.body === undefined ? null : "application/json");
  if (contentType !== null) headers.set("content-type", contentType);
  if (mode === "signed") await sign(headers, probe, id, now, path);
  const init = {
    method: probe.method ?? "POST",
    headers,
    ...(probe.body !== undefined && { body: Buffer.from(probe.body) }),
  };
  const response = await reference.fetch(new Request(`http://reference.invalid${target}`, init), {
    connection: probe.connection ?? "main",
    target,
    headerNames: [probe.headerName ?? "X-API-Key"],
  });
  const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
  return `${id} ${response.status} ${JSON.stringify([...response.headers])} ${text}`;
}

async function sign(headers: Headers, probe: Probe, id: string, now: number, path: string): Promise<void> {
  const { timestamp = String(now + (probe.age ?? 0)), nonce = `nonce-${id}` } = probe;
  const parts = {
    method: probe.method ?? "POST",
    path,
    query: probe.query ?? "",
    timestamp,
    nonce,
    apiKey: headers.get("x-api-key") ?? "",
    body: Buffer.from(probe.body ?? ""),
    ...(probe.signedAge !== undefined && { timestamp: String(now + probe.signedAge) }),
    ...probe.signed,
  };
  const { secret = (probe.by === "beta" ? BETA : ALPHA).secret } = probe;
  const right = await (await signer(scheme)).sign(parts, secret);
  headers.set("x-timestamp", timestamp);
  headers.set("x-nonce", nonce);
  headers.set("x-signature", probe.signature?.(right) ?? right);
}
