import type { CheckContext } from "../engine/check-context.ts";
import type { Mcp } from "./mcp.ts";

/** The means of checks of the MCP service (section 5.5). */
export interface McpContext extends CheckContext {
  /** The service. Only for a requirement whose row requires its address. */
  readonly mcp: Mcp;
}
