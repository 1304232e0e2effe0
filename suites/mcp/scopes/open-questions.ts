import { unspecified } from "../../../lib/mcp/requirement.ts";
import { lookTwice } from "../../../lib/engine/observed.ts";
import { batchOf } from "../../../lib/mcp/batch.ts";
import { callRead } from "../../../lib/mcp/tools.ts";
import { TO_READ } from "../../../lib/profile/mcp-needs.ts";

export const batches = unspecified("scopes.batches", {
  sections: ["5"],
  needs: TO_READ,
  text: "How a batch of messages is answered in each era; the revisions from 2025-06-18 on have none.",
  observe: async (context) =>
    lookTwice(context, async () => {
      const { mcp } = context;
      const seen: Record<string, number> = {};
      await mcp.eachEra(async (era) => {
        const [first, last] = [
          await callRead(mcp, era, mcp.readOnly),
          await callRead(mcp, era, mcp.readOnly),
        ];
        const { status } = await mcp.send({ ...batchOf(first, last), isProbe: true });
        seen[era.name] = status;
      });
      return seen;
    }),
});
