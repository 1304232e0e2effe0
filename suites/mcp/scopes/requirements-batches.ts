import { inferred } from "../../../lib/mcp/requirement.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";
import { batchOf, REVISION_WITH_BATCHES } from "../../../lib/mcp/batch.ts";
import type { Caller } from "../../../lib/mcp/caller.ts";
import type { Era } from "../../../lib/mcp/era.ts";
import type { Mcp } from "../../../lib/mcp/mcp.ts";
import { failRequirement } from "../../../lib/mcp/oracles/fails.ts";
import { provenScope } from "../../../lib/mcp/oracles/prove-once.ts";
import { type Attempted, attemptWrite, callRead, callTool } from "../../../lib/mcp/tools.ts";
import { TO_WRITE } from "../../../lib/profile/mcp-needs.ts";

export const readOnlyInABatch = inferred("scopes.read-only-in-a-batch", {
  sections: ["5"],
  needs: TO_WRITE,
  source: "MCP 2025-03-26, Base Protocol, Batching; OAuth 2.1, 5.2",
  text: "A read-only token cannot change anything by a message of a batch, of a service that takes batches.",
  because: "The scope is that of the token of each request, and the scope is named Read-only.",
  check: async ({ mcp }) => {
    const era = await takingBatches(mcp);
    await provenScope(mcp, era);
    const { reading, tookEffect } = await writeInABatch(mcp, era, mcp.readOnly);
    if (tookEffect) failRequirement("a write with the read-only token in a batch to have no effect", reading);
  },
});

/** An era in which a batch with the read-write token writes; revisions from 2025-06-18 on need not take any. */
async function takingBatches(mcp: Mcp): Promise<Era> {
  const spoken = await mcp.handshake();
  const candidates = [async () => spoken, async () => mcp.handshakeAt(REVISION_WITH_BATCHES)];
  for (const candidate of candidates) {
    const era = await candidate();
    if (era !== undefined && (await writeInABatch(mcp, era, mcp.readWrite)).tookEffect) return era;
  }
  throw new InapplicableError("The service takes no batches of messages.");
}

/** A write behind a reading. */
async function writeInABatch(mcp: Mcp, era: Era, caller: Caller): Promise<Attempted> {
  return attemptWrite(mcp, era, async (call) => ({
    ...batchOf(await callRead(mcp, era, caller), await callTool(era, call, caller)),
    isProbe: true,
  }));
}
