import type { Profile } from "../../profile/profile-schema.ts";
import { createReference } from "../../reference/reference.ts";
import type { ReferenceAuth } from "../../reference/auth.ts";
import { serveReference, type RunningReference } from "../../reference/serve-reference.ts";

/** Starts the reference on a free port of this machine, with the credentials of a profile. */
export async function startEmbeddedReference(profile: Profile): Promise<RunningReference> {
  return serveReference(createReference({ merchants: profile.merchants, auth: referenceAuth(profile) }));
}

/** What the reference asks of a request when it stands for the target of a profile. */
export function referenceAuth({ auth }: Profile): ReferenceAuth {
  const { mode, signature, enforces } = auth;
  if (mode === "api-key" || signature === undefined) return { mode: "api-key" };
  return { mode: "signed", scheme: signature, enforces };
}
