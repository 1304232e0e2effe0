import { isLoopback } from "../text/is-loopback.ts";

/**
 * Whether a value is an absolute https URL. For a service on this machine, http on this machine is enough.
 */
export function isServerUrl(service: string, value: unknown): value is string {
  if (typeof value !== "string" || !URL.canParse(value)) return false;
  return value.startsWith("https://") || (isLoopback(service) && isLoopback(value));
}

/** The entries of a list. Empty: not a list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
