import { InconclusiveError } from "../../engine/record/verdict.ts";
import type { WaitReason } from "../../http/gate.ts";
import { type McpSend, headersOf, type McpAnswer, type McpRequest } from "./mcp-request.ts";
import { HANDSHAKE_REVISION } from "./era.ts";
import { isStream, responseTo } from "./rpc.ts";

/** The least pauses before the polls for one response, one after the other. */
const PAUSES_MS: readonly number[] = [0, 200, 400, 800, 1_600, 2_000];
const MAX_WAITED_MS = 5_000;
/** After so many responses in a row that never came, a run polls no more. */
const MAX_VAIN = 3;
/** An id that a header can carry unchanged. */
const SAFE_ID = /^[\x21-\x7e](?:[\x20-\x7e]{0,1000}[\x21-\x7e])?$/;
/** The headers of a request that a poll repeats. */
const REPEATED = new Set(["authorization", "cookie", "mcp-protocol-version", "mcp-session-id", "origin"]);

type Wait = (ms: number, reason: WaitReason) => Promise<void>;

/** The point up to which a stream was read. */
interface StreamPosition {
  readonly id: string | undefined;
  readonly retryMs: number;
}

/**
 * A server may end a stream of events before its response, after an event with an id (MCP 2025-11-25, Streamable HTTP).
 * The run then polls by GET with that id, within bounds, and joins the streams: a check sees one answer.
 */
export function resumeStreams(door: McpSend, wait: Wait): McpSend {
  let vain = 0;
  return async (request) => {
    let answer = await door(request);
    let waitedMs = 0;
    for (const least of PAUSES_MS) {
      if (!isSuspended(answer)) return answer;
      const { id, retryMs } = positionOf(answer.text);
      const pauseMs = Math.max(least, retryMs);
      if (vain >= MAX_VAIN || waitedMs + pauseMs > MAX_WAITED_MS) break;
      if (pauseMs > 0) await wait(pauseMs, "asked");
      waitedMs += pauseMs;
      const next = await door(pollOf(answer, id));
      if (next.status !== 200 || !isStream(next)) return answer;
      answer = { ...answer, text: `${answer.text}\n\n${next.text}` };
    }
    if (!isSuspended(answer)) {
      vain = 0;
      return answer;
    }
    vain += 1;
    throw new InconclusiveError(
      `The response to ${request.label} did not come: the service ended the stream before it. The run polls with Last-Event-ID for ${MAX_WAITED_MS / 1_000} s at most.`,
    );
  };
}

/** Whether an answer lacks its response, and can be continued. */
function isSuspended(answer: McpAnswer): boolean {
  const { request, status, text } = answer;
  const [revision = ""] = headersOf(request, "mcp-protocol-version");
  const isPossible =
    request.method === "POST" && request.waitsFor !== undefined && revision <= HANDSHAKE_REVISION;
  if (!isPossible || status !== 200 || !isStream(answer)) return false;
  return responseTo(answer) === undefined && positionOf(text).id !== undefined;
}

/** The last id and the last `retry` of a stream. */
function positionOf(text: string): StreamPosition {
  const lines = text.split(/\r\n|\n|\r/);
  const last = (field: RegExp) => lines.findLast((line) => field.test(line))?.replace(field, "");
  const id = last(/^id: ?/);
  const retryMs = Number(last(/^retry: ?(?=\d+$)/) ?? 0);
  return { id: id !== undefined && SAFE_ID.test(id) ? id : undefined, retryMs };
}

/** The request for the rest of a stream. The answer to `initialize` names the session. */
function pollOf({ request, headers }: McpAnswer, id = ""): McpRequest {
  const { label, caller, url, waitsFor, isProbe } = request;
  const repeated = request.headers.filter(([name]) => REPEATED.has(name.toLowerCase()));
  const [session] = headersOf({ headers }, "mcp-session-id");
  const isNew = session !== undefined && headersOf(request, "mcp-session-id").length === 0;
  return {
    label,
    caller,
    method: "GET",
    url,
    headers: [
      ["Accept", "text/event-stream"],
      ...repeated,
      ...(isNew ? [["Mcp-Session-Id", session] as const] : []),
      ["Last-Event-ID", id],
    ],
    ...(waitsFor !== undefined && { waitsFor }),
    ...(isProbe && { isProbe }),
  };
}
