import { isLoopback } from "../../text/is-loopback.ts";

/** The one name of this machine: a server on a port is the same target by each name of the machine. */
const THIS_MACHINE = "127.0.0.1";
const ALSO_THIS_MACHINE: ReadonlySet<string> = new Set(["0.0.0.0", "[::]"]);

/**
 * One name for each spelling of a target's address. These make no difference: letter case of the host, a dot at its
 * end, the default port, slashes at the end of the path, and the names of loopback. Another port is another target. So
 * is a host below `localhost`, because a proxy may distinguish it. No name is resolved. An invalid URL stays as it is.
 */
export function targetAddress(baseUrl: string): string {
  const url = URL.parse(baseUrl);
  if (url === null) return baseUrl;
  const host = hostName(url.hostname.replace(/\.$/, ""));
  const port = url.port === "" ? "" : `:${url.port}`;
  return `${url.protocol}//${host}${port}${url.pathname.replace(/(?<!\/)\/+$/, "")}`;
}

function hostName(host: string): string {
  if (host.endsWith(".localhost")) return host;
  const mapped = /^\[::ffff:7f[\da-f]{2}:/.test(host);
  return mapped || ALSO_THIS_MACHINE.has(host) || isLoopback(`http://${host}`) ? THIS_MACHINE : host;
}
