import type { Transport } from "../http/transport.ts";
import { undiciTransport } from "../http/undici-transport.ts";
import type { Profile } from "../profile/profile-schema.ts";
import { egressOf } from "./egress-of.ts";
import { tlsFiles } from "./tls-files.ts";

/** The way to the target of a profile: its TLS files, its proxy and its time limit. */
export async function transportOf(profile: Profile): Promise<Transport> {
  const { baseUrl, limits, target } = profile;
  return undiciTransport({
    baseUrl,
    egress: egressOf(profile),
    timeoutMs: limits.timeoutMs,
    allowH2: target.http2,
    ...(await tlsFiles(profile)),
    ...(target.proxy === null ? {} : { proxy: { httpProxy: target.proxy, httpsProxy: target.proxy } }),
  });
}
