import { type McpSend, type McpRequest, NotBegunError } from "../mcp/wire/mcp-request.ts";
import { issuedBy } from "../mcp/wire/issued-by.ts";
import type { Access } from "../mcp/wire/live-tokens.ts";
import { Mcp, type McpOptions, NO_NOTES } from "../mcp/service/mcp.ts";
import { passingSecrets } from "../mcp/wire/public-parameters.ts";
import { EventReader } from "../mcp/wire/event-reader.ts";
import { eachOf, isResponseTo, isStream, parseJson } from "../mcp/wire/rpc.ts";
import { shownAnswer, shownRequest } from "../mcp/wire/shown-answer.ts";
import { mcpAddress } from "../profile/needs/mcp-needs.ts";
import { type AnswerWatch, USER_AGENT, type WireAnswer, type WireRequest } from "../http/transport.ts";
import { type Egress, EgressError } from "../http/egress.ts";
import { egressOf } from "./egress-of.ts";
import type { Sender } from "../api/exchange/sender.ts";
import { tokenOf } from "./token-command.ts";
import { toolLog } from "./tool-log.ts";
import { UnansweredError } from "../api/exchange/answer-if-any.ts";
import { unsentReason } from "../api/exchange/unsent-reason.ts";
import type { SessionSetup } from "./session-setup.ts";

const LANE = "mcp";
const LANE_BESIDE = "mcp beside";

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
  const wait: McpOptions["wait"] = async (ms, reason) => sender.wait(ms, reason);
  return new Mcp({
    facts: mcp,
    url,
    door: doorOf(sender, egressOf(profile)),
    runId,
    now,
    wait,
    notes,
    renewal,
  });
}

/** @param egress asked here too, where it is known which field of the profile is about it */
function doorOf(sender: Sender, egress: Egress): McpSend {
  return async (request) => {
    assertAllowed(egress, request.url);
    const { caller, label, url, isProbe = false, mayStayOpen = false } = request;
    const { origin, pathname } = new URL(url);
    const sent = sender.sendElsewhere(wired(request), {
      caller: `mcp ${caller}`,
      label,
      place: `${origin}${pathname}`,
      isProbe,
      isUnshown: mayStayOpen,
      kept: wired(shownRequest(request)),
      shown: (given) => shownOf(request, given),
      secrets: passingSecrets(request),
      issuedBy: (given) => (request.brings === "secrets" ? issuedIn(request, textual(given)) : []),
    });
    const { answer, exchange, repeated } = await sent.catch((error: unknown) => {
      const isSilence = error instanceof UnansweredError && mayStayOpen;
      throw isSilence ? new NotBegunError(error.message) : error;
    });
    const recorded = sender.recorder.log.at(exchange);
    return { request, ...textual(answer), exchange, recorded, isRepeated: repeated };
  };
}

function assertAllowed(egress: Egress, url: string): void {
  try {
    egress.assertAllowed(url);
  } catch (error) {
    throw error instanceof EgressError ? unsentReason(error) : error;
  }
}

/** Codes, verifiers and refresh tokens of the request stay secret too. */
function issuedIn(request: McpRequest, answer: ReturnType<typeof textual>): readonly string[] {
  return [...issuedBy(answer), ...passingSecrets(request)];
}

function shownOf(request: McpRequest, { status, headers, body }: WireAnswer): WireAnswer {
  const text = Buffer.from(body).toString("utf8");
  const shown = shownAnswer(request, { headers, text });
  return { status, headers: shown.headers, body: shown.text === text ? body : Buffer.from(shown.text) };
}

function wired(request: McpRequest): WireRequest {
  const { method, url, headers, body, waitsFor, isBeside } = request;
  const { origin, pathname, search } = new URL(url);
  return {
    method,
    origin,
    path: `${pathname}${search}`,
    headers: [["User-Agent", USER_AGENT], ...headers],
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
    lane: isBeside === true ? LANE_BESIDE : LANE,
    watch: (head) => (isStream(head) ? watchOf(waitsFor) : undefined),
  };
}

/** A stream of events may stay open, so it is read only up to the response. */
function watchOf(waitsFor: McpRequest["waitsFor"]): AnswerWatch {
  if (waitsFor === undefined) return () => true;
  const reader = new EventReader();
  const isResponse = (message: unknown) => isResponseTo(message, waitsFor);
  return (soFar) => reader.next(soFar).some((data) => eachOf(parseJson(data)).some(isResponse));
}

function textual({ status, headers, body }: WireAnswer) {
  return { status, headers, text: Buffer.from(body).toString("utf8") };
}
