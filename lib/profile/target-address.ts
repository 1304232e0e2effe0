import { isLoopback } from "../text/is-loopback.ts";

/** The one name of this machine: whatever listens on a port of it is the same target by each of its names. */
const THIS_MACHINE = "127.0.0.1";
const ALSO_THIS_MACHINE: ReadonlySet<string> = new Set(["0.0.0.0", "[::]"]);

/**
 * One name for each way to write the address of a target: letter case of the host, a dot at its end, the default port,
 * slashes at the end of the path, and the names of loopback make no difference. Another port is another target, and so
 * is a host below `localhost`, which a proxy may tell apart. No name is resolved. What is no URL stays as it is.
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
