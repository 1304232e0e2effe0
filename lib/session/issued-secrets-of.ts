import type { Profile } from "../profile/profile-schema.ts";
import { IssuedSecrets } from "../secrets/issued-secrets.ts";

/** Secrets that the servers of a service have issued in this process. */
const issued = new WeakMap<object, IssuedSecrets>();

/** Secrets that were issued to the sessions of a run. Every session hides them, also the one that restores the target. */
export function issuedSecretsOf({ mcp }: Pick<Profile, "mcp">): IssuedSecrets {
  const known = issued.get(mcp) ?? new IssuedSecrets(publicText(mcp));
  issued.set(mcp, known);
  return known;
}

/** Public values of the service in the profile. */
function publicText({ url, hosts, scopes, client, otherClient, read, write, undo }: Profile["mcp"]): string {
  const clients = [client, otherClient].map((one) => [one?.id, one?.redirectUri, one?.issuer]);
  return JSON.stringify([url, hosts, scopes, clients, read, write, undo]);
}
