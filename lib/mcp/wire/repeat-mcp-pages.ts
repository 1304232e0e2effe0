import type { WaitReason } from "../../http/gate.ts";
import { headersOf, type McpAnswer, type McpSend } from "./mcp-request.ts";
import { isRpcObject, parseJson } from "./rpc.ts";

/** After a page that came twice, a request is sent again after this pause. */
const PAUSE_MS = 500;
const LEAST_SERVER_ERROR = 500;
/** A server says so of a request by itself, with a page too. */
const OF_SERVERS: readonly number[] = [400, 401, 404, 405, 410];
/** After so many pages that came again, the others do too. */
const MOST_LASTING = 3;

/**
 * Sends a request again, at once and after a pause, if something in front of the service may have answered by itself.
 * A stream is asked for once: each one that is open counts.
 */
export function repeatMcpPages(
  door: McpSend,
  wait: (ms: number, reason: WaitReason) => Promise<void>,
): McpSend {
  let lasting = 0;
  return async (request) => {
    const first = await door(request);
    if (lasting >= MOST_LASTING || request.mayStayOpen === true || !mayPass(first)) return first;
    let again = await door(request);
    if (mayPass(again)) {
      await wait(PAUSE_MS, "rejected");
      again = await door(request);
    }
    if (mayPass(again)) lasting += 1;
    return { ...again, isRepeated: true };
  };
}

/** A page where none was asked for, or a server error that is no error of OAuth or JSON-RPC. */
function mayPass(answer: McpAnswer): boolean {
  const { status, text, request } = answer;
  if (headersOf(answer, "www-authenticate").length > 0 || OF_SERVERS.includes(status)) return false;
  if (headersOf(request, "accept").some((value) => value.includes("text/html"))) return false;
  if (/^\s*</.test(text)) return true;
  const json = parseJson(text);
  return status >= LEAST_SERVER_ERROR && !(isRpcObject(json) && Object.hasOwn(json, "error"));
}
