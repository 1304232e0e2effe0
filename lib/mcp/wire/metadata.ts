import { isLoopback } from "../../text/is-loopback.ts";

/**
 * Whether a value is an absolute https URL. For a service on this machine, http on this machine is enough.
 */
export function isServerUrl(service: string, value: unknown): value is string {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  return value.startsWith("https://") || (isLoopback(service) && isLoopback(value));
}

/** Whether metadata names the address of the service or its origin, but for one slash at the end. */
export function isOfService(service: string, named: unknown): named is string {
  return [service, new URL(service).origin].some((url) => isSameAddress(named, url));
}

/** Whether metadata names the origin of a service that has a path. */
export function isOnlyOrigin(service: string, named: unknown): boolean {
  const { origin } = new URL(service);
  return isSameAddress(named, origin) && !isSameAddress(service, origin);
}

/** But for one slash at the end. */
function isSameAddress(named: unknown, url: string): boolean {
  return typeof named === "string" && named.replace(/\/$/, "") === url.replace(/\/$/, "");
}
