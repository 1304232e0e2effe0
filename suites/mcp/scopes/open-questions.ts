import { unspecified } from "../../../lib/mcp/requirement.ts";
import type { McpContext } from "../../../lib/mcp/service/mcp.ts";
import { askTwice, eachPart } from "../../../lib/engine/judge/observed.ts";
import { InapplicableError } from "../../../lib/engine/record/verdict.ts";
import { batchOf } from "../../../lib/mcp/service/batch.ts";
import { callRead } from "../../../lib/mcp/service/tools.ts";
import { TO_READ } from "../../../lib/profile/needs/mcp-needs.ts";

export const batches = unspecified("scopes.batches", {
  sections: ["5"],
  needs: TO_READ,
  text: "How a batch of messages is answered in each era; the revisions from 2025-06-18 on have none.",
  observe: eachPart({ handshake: batchIn("handshake"), stateless: batchIn("stateless") }),
});

function batchIn(name: "handshake" | "stateless") {
  return askTwice<McpContext>(async ({ mcp }) => {
    const era = (await mcp.eras()).find((spoken) => spoken.name === name);
    if (era === undefined) throw new InapplicableError("The MCP service does not speak this era.");
    const [first, last] = [await callRead(mcp, era, mcp.readOnly), await callRead(mcp, era, mcp.readOnly)];
    const { status } = await mcp.send({ ...batchOf(first, last), isProbe: true });
    return status;
  });
}
