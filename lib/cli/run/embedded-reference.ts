import type { Profile } from "../../profile/schema/profile-schema.ts";
import { postByUndici } from "../../reference/delivery/post-by-undici.ts";
import { createReference } from "../../reference/reference.ts";
import type { ReferenceAuth } from "../../reference/auth.ts";
import type { ReferenceMcp, ReferenceToken } from "../../reference/mcp/mcp-options.ts";
import { OTHER_MERCHANT } from "../../reference/rules/mcp-service.ts";
import { MCP_PATH } from "../../reference/mcp/places.ts";
import { serveReference, type RunningReference } from "../../reference/serve-reference.ts";

/** A run waits for the time-out of a delivery that gets no answer. A receiver on this machine answers sooner. */
const DELIVERY_TIMEOUT_MS = 500;

/** Starts the reference on a free port of this machine, with the credentials of a profile. */
export async function startEmbeddedReference(profile: Profile): Promise<RunningReference> {
  return serveReference(
    createReference({
      merchants: profile.merchants,
      auth: referenceAuth(profile),
      mcp: referenceMcp(profile),
      post: async (delivery) => postByUndici({ ...delivery, timeoutMs: DELIVERY_TIMEOUT_MS }),
    }),
  );
}

/** The rules of the reference for the target of a profile. */
export function referenceAuth({ auth }: Profile): ReferenceAuth {
  const { mode, signature, enforces } = auth;
  if (mode === "api-key" || signature === undefined) return { mode: "api-key" };
  return { mode: "signed", scheme: signature, enforces };
}

export function referenceMcpUrl(baseUrl: string): string {
  return `${new URL(baseUrl).origin}${MCP_PATH}`;
}

/**
 * The tokens and clients of a profile, for the MCP service of the reference. Undefined: without tokens there
 * is no service.
 */
export function referenceMcp({ mcp }: Profile): ReferenceMcp | undefined {
  if (mcp.readOnlyToken === null || mcp.readWriteToken === null) return undefined;
  const { readOnly = "cards:read", readWrite = "cards:read cards:write" } = mcp.scopes ?? {};
  const scopes = { readOnly: readOnly.split(" "), readWrite: readWrite.split(" ") };
  return {
    scopes,
    clients: [mcp.client, mcp.otherClient].filter((client) => client !== null),
    tokens: [
      ...issued(mcp.readOnlyToken, { scopes: scopes.readOnly }),
      ...issued(mcp.readWriteToken, { scopes: scopes.readWrite }),
      ...issued(mcp.expiredToken, { scopes: scopes.readOnly, flaw: "expired" }),
      ...issued(mcp.otherResourceToken, { scopes: scopes.readOnly, flaw: "other-resource" }),
      ...issued(mcp.otherServerToken, { scopes: scopes.readOnly, flaw: "other-server" }),
      ...issued(mcp.noScopeToken, { scopes: [] }),
      ...issued(mcp.secondUserToken, { scopes: scopes.readOnly, subject: "second" }),
      ...issued(mcp.otherMerchantToken, { scopes: scopes.readOnly, subject: OTHER_MERCHANT }),
    ],
  };
}

function issued(
  value: string | null,
  { subject = "first", ...about }: Pick<ReferenceToken, "scopes"> & Partial<ReferenceToken>,
): ReferenceToken[] {
  return value === null ? [] : [{ ...about, value, subject }];
}
