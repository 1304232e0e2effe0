import { EMBEDDED } from "../../profile/fields/base-url.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { RunningReference } from "../../reference/serve-reference.ts";

/** Starts the reference on request of a profile, and returns the profile with its addresses. */
export async function embeddedFor(
  profile: Profile,
): Promise<{ readonly running: RunningReference; readonly profile: Profile } | undefined> {
  const { baseUrl, mcp } = profile;
  if (baseUrl !== EMBEDDED) return undefined;
  const { referenceMcpUrl, startEmbeddedReference } = await import("./embedded-reference.ts");
  const running = await startEmbeddedReference(profile);
  const url = mcp.url === EMBEDDED ? referenceMcpUrl(running.url) : mcp.url;
  return { running, profile: { ...profile, baseUrl: running.url, mcp: { ...mcp, url } } };
}
