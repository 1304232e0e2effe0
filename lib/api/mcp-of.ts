import type { Door, McpRequest } from "../mcp/door.ts";
import type { Access } from "../mcp/live-tokens.ts";
import { Mcp } from "../mcp/mcp.ts";
import { passingSecrets } from "../mcp/passing-secrets.ts";
import { responseTo } from "../mcp/rpc.ts";
import { NO_NOTES } from "../mcp/written.ts";
import { mcpAddress } from "../profile/needs.ts";
import type { WireAnswer, WireRequest } from "../http/transport.ts";
import type { Sender } from "./sender.ts";
import { tokenOf } from "./token-command.ts";
import { toolLog } from "./tool-log.ts";
import type { SessionSetup } from "./webhook/session-setup.ts";

const USER_AGENT = "card-issuing-conformance";
const LANE = "mcp";

/** The MCP service of a profile, reached within the same limits, and recorded beside the rest; undefined: it offers none. */
export function mcpOf(
  { profile, runId, toolWrites }: Pick<SessionSetup, "profile" | "runId" | "toolWrites">,
  sender: Sender,
  now: () => number,
): Mcp | undefined {
  const { mcp } = profile;
  if (mcp.url === null || !mcpAddress.isOffered(profile)) return undefined;
  const { url } = mcp;
  const renewal = mcp.tokenCommand === null ? undefined : async (access: Access) => tokenOf(mcp, access);
  const notes = toolWrites === undefined ? NO_NOTES : toolLog(toolWrites.file, { url, runId });
  return new Mcp({ facts: mcp, url, door: doorOf(sender), runId, now, notes, renewal });
}

function doorOf(sender: Sender): Door {
  return async (request) => {
    const { caller, label, isProbe = false } = request;
    const { answer, exchange } = await sender.sendElsewhere(wired(request), {
      caller: `mcp ${caller}`,
      label,
      isProbe,
      secretsOf: (given) => passingSecrets(request, given && textual(given)),
    });
    return { request, ...textual(answer), exchange };
  };
}

function wired(request: McpRequest): WireRequest {
  const { method, url, headers, body, waitsFor } = request;
  const { origin, pathname, search } = new URL(url);
  return {
    method,
    origin,
    path: `${pathname}${search}`,
    headers: [["User-Agent", USER_AGENT], ...headers],
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    lane: LANE,
    isEnough: (soFar) => isEnough(textual(soFar), waitsFor),
  };
}

/** A stream of events may stay open: it is read until the response has come; of one that brings none, only the head. */
function isEnough(soFar: ReturnType<typeof textual>, waitsFor: number | undefined): boolean {
  const isStream = soFar.headers.some(
    ([name, value]) => name.toLowerCase() === "content-type" && value.startsWith("text/event-stream"),
  );
  if (!isStream) return false;
  return waitsFor === undefined || responseTo(soFar, waitsFor) !== undefined;
}

function textual({ status, headers, body }: WireAnswer) {
  return { status, headers, text: Buffer.from(body).toString("utf8") };
}
