import { stringify } from "yaml";
import { loadProfile } from "../../profile/load/load-profile.ts";

const { profile } = await loadProfile("reference", {});

/** A profile of an MCP service that knows the tokens and clients of the reference, and of nothing else. */
export function profileText(url: string): string {
  return stringify({ name: "service", mcp: { ...profile.mcp, url } });
}
