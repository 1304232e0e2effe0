import { InconclusiveError, UnofferedError } from "../../engine/record/verdict.ts";
import type { EgressError } from "../../http/egress.ts";

/** The field by which a profile says that a host belongs to the deployment. */
const LISTED_HOSTS = "mcp.hosts";

/** Why there is no judgement where a request could go nowhere. */
export function unsentReason({ message, origin, mayBeListed }: EgressError): Error {
  if (!mayBeListed) return new InconclusiveError(message);
  const { host } = new URL(origin);
  const advice = `If it belongs to the deployment, add ${host} to ${LISTED_HOSTS}.`;
  return new UnofferedError(LISTED_HOSTS, `${message} ${advice}`);
}
