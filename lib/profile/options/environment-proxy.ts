import type { Environment } from "../yaml/interpolate.ts";
import { isLoopback } from "../../text/is-loopback.ts";
import { OptionsError } from "./options-error.ts";
import type { Profile } from "../schema/profile-schema.ts";

/**
 * Adds the proxy of HTTPS_PROXY or HTTP_PROXY to a profile without one, unless NO_PROXY lists the target.
 * Lower-case variables win, as for curl. Loopback never uses a proxy of the environment.
 * @throws {OptionsError} if the variable is not the address of an HTTP proxy
 */
export function withEnvironmentProxy(profile: Profile, env: Environment): Profile {
  const { baseUrl, target } = profile;
  const url = URL.parse(baseUrl);
  if (target.proxy !== null || url === null || isLoopback(baseUrl) || isExempt(url, env)) return profile;
  const name = url.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const address = valueOf(name, env);
  return address === "" ? profile : { ...profile, target: { ...target, proxy: proxyUrl(name, address) } };
}

/** The value of a variable in lower case or, if it is not set, in upper case. */
function valueOf(name: string, env: Environment): string {
  return (env[name.toLowerCase()] ?? env[name] ?? "").trim();
}

/** The address with a scheme. The message does not show it, because it may contain a password. */
function proxyUrl(source: string, address: string): string {
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`);
  if (url !== null && /^https?:$/.test(url.protocol)) return url.href;
  const message = "expected the address of a proxy that begins with http:// or https://";
  throw new OptionsError([{ source, message }]);
}

/**
 * Whether NO_PROXY lists the host, a domain above it, or everything. An entry with a port applies to that port only.
 */
function isExempt({ hostname, port, protocol }: URL, env: Environment): boolean {
  const actualPort = port === "" ? (protocol === "https:" ? "443" : "80") : port;
  return valueOf("NO_PROXY", env)
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === "*") return true;
      const [, name = "", , onlyPort] = /^(?:\*?\.)?(\[[^\]]*\]|[^:]*)(:(\d+))?$/.exec(entry) ?? [];
      if (name === "" || (onlyPort !== undefined && onlyPort !== actualPort)) return false;
      return hostname === name || hostname.endsWith(`.${name}`);
    });
}
