import { once } from "node:events";
import { isIP } from "node:net";
import { connect, type ConnectionOptions, type TLSSocket } from "node:tls";
import type { Egress } from "./egress.ts";

/**
 * Opens a TLS connection with any certificate, so that it can be examined.
 * @throws if it does not open in time, or is not allowed
 */
export async function openTls(
  { origin, hostname, port }: URL,
  tls: Pick<ConnectionOptions, "ca" | "cert" | "key">,
  { egress, timeoutMs }: { readonly egress: Egress; readonly timeoutMs: number },
): Promise<TLSSocket> {
  egress.assertAllowed(origin);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const socket = connect({
    ...tls,
    host,
    port: Number(port || 443),
    lookup: egress.lookup,
    ...(isIP(host) === 0 && { servername: host }),
    ALPNProtocols: ["h2", "http/1.1"],
    rejectUnauthorized: false,
  });
  try {
    await once(socket, "secureConnect", { signal: AbortSignal.timeout(timeoutMs) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
