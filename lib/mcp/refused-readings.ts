import type { Caller } from "./caller.ts";
import type { McpAnswer } from "./door.ts";
import type { Era } from "./era.ts";
import type { Mcp } from "./mcp.ts";
import { oncePerEra } from "./once-per-service.ts";
import { callRead } from "./tools.ts";

/** A caller with a token of no server. */
export const NEVER_ISSUED = { name: "a token that was never issued", token: "never-issued-c06e9b71f4d2" };

/** The answer to a call of the read tool without a token. */
export const readingWithoutToken = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> =>
  readingOf(mcp, era, mcp.anonymous),
);

/** The answer to a call of the read tool with a token that was never issued. */
export const readingWithUnknownToken = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> =>
  readingOf(mcp, era, NEVER_ISSUED),
);

async function readingOf(mcp: Mcp, era: Era, caller: Caller): Promise<McpAnswer> {
  return mcp.send({ ...(await callRead(mcp, era, caller, mcp.readOnly)), isProbe: true });
}
