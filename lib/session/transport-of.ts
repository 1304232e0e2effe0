import { readFile } from "node:fs/promises";
import type { Transport } from "../client/transport.ts";
import { undiciTransport } from "../client/undici-transport.ts";
import type { Profile } from "../profile/profile-schema.ts";

/** The way to the target of a profile: its TLS files, its proxy and its time limit. */
export async function transportOf({ baseUrl, limits, target }: Profile): Promise<Transport> {
  const [ca, cert, key] = await Promise.all([
    read(target.ca),
    read(target.clientCert),
    read(target.clientKey),
  ]);
  return undiciTransport({
    baseUrl,
    timeoutMs: limits.timeoutMs,
    allowH2: target.http2,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(target.proxy === null ? {} : { proxy: { httpProxy: target.proxy, httpsProxy: target.proxy } }),
  });
}

async function read(file: string | null): Promise<string | undefined> {
  return file === null ? undefined : readFile(file, "utf8");
}
