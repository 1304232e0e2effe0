import type { Profile } from "../profile/profile-schema.ts";
import { IssuedSecrets } from "../secrets/issued-secrets.ts";

/** What the servers of a service have issued in this process. */
const issued = new WeakMap<object, IssuedSecrets>();

/** What was issued to the sessions of a run: each hides it, also the one that puts back what the run has changed. */
export function issuedSecretsOf({ mcp }: Pick<Profile, "mcp">): IssuedSecrets {
  const known = issued.get(mcp) ?? new IssuedSecrets(publicText(mcp));
  issued.set(mcp, known);
  return known;
}

/** What the profile says of the service for everybody to read. */
function publicText({ url, hosts, scopes, client, otherClient, read, write, undo }: Profile["mcp"]): string {
  const clients = [client, otherClient].map((one) => [one?.id, one?.redirectUri, one?.issuer]);
  return JSON.stringify([url, hosts, scopes, clients, read, write, undo]);
}
