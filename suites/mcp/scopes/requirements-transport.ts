import { chapterOf, GROUNDS, inEachEra } from "../../../lib/mcp/requirement.ts";
import { InconclusiveError } from "../../../lib/engine/verdict.ts";
import { describeMcpAnswer } from "../../../lib/mcp/shown-answer.ts";
import { withHeader } from "../../../lib/mcp/door.ts";
import { failRequirement, isStatus } from "../../../lib/mcp/oracles/fails.ts";
import { assertStrangersKeptOut, foreignOrigins, fromOrigin } from "../../../lib/mcp/offences.ts";
import {
  handshakeEraOf,
  isReadAmongOthers,
  provenReading,
  validNotification,
  validReading,
} from "../../../lib/mcp/oracles/prove-once.ts";
import { inEra, refusesRequests } from "../../../lib/mcp/refusals.ts";
import { everyDoor } from "../../../lib/mcp/doors.ts";
import { callRead } from "../../../lib/mcp/tools.ts";
import { mediaType } from "../../../lib/mcp/rpc.ts";
import { TO_ASK, TO_READ } from "../../../lib/profile/mcp-needs.ts";
import { allowedOrigin } from "../../../lib/profile/needs.ts";

const { inferred, advisory } = chapterOf(GROUNDS.everyServer, TO_READ);
const TRANSPORT = "MCP 2025-03-26 and later, Transports, Streamable HTTP";

export const foreignOrigin = inferred("scopes.foreign-origin", {
  source: `${TRANSPORT}, Security Warning`,
  text: "A request of any kind from a page of a stranger's origin is answered 403, by a service on this machine, or if the profile names an origin that may use it.",
  check: refusesRequests({
    offences: foreignOrigins,
    doors: everyDoor,
    statuses: [403],
    isLaxAtBare: true,
    isSparing: true,
    atQuick: [({ door }) => door.type !== "opening"],
  }),
});

export const nullOrigin = advisory("scopes.null-origin", {
  source: `${TRANSPORT}, Security Warning`,
  text: "A request from a page without an origin of its own (`null`) is answered 403.",
  check: refusesRequests({
    offences: (mcp) => {
      assertStrangersKeptOut(mcp);
      return [fromOrigin("null", "of the origin null")];
    },
    statuses: [403],
    atQuick: [inEra("stateless")],
  }),
});

export const ownOrigin = inferred("scopes.allowed-origin", {
  needs: [...TO_READ, allowedOrigin],
  source: `${TRANSPORT}, Security Warning`,
  text: "A request from a page of the allowed origin is served.",
  because: "The profile says that pages of this origin may use the service.",
  check: inEachEra(async (mcp, era) => {
    await provenReading(mcp, era);
    if (await isReadAmongOthers(mcp, era, "an allowed origin")) return;
    const valid = await callRead(mcp, era, mcp.readOnly);
    const answer = await mcp.send(withHeader(valid, "Origin", mcp.facts.allowedOrigin ?? ""));
    if (!mcp.succeeds(answer)) failRequirement(`the allowed origin to be served (${era.name})`, answer);
  }, "handshake"),
});

export const eventStream = inferred("scopes.event-stream", {
  needs: TO_ASK,
  source: "MCP 2025-03-26 to 2025-11-25, Transports, Listening for Messages from the Server",
  text: "A GET is answered with a stream of events, or 405.",
  check: async ({ mcp }) => {
    const era = await handshakeEraOf(mcp);
    const answer = await mcp.send(await era.bare("GET", mcp.sessionOwner));
    isStatus(answer, [200, 405], "a GET");
    if (answer.status === 200 && mediaType(answer) !== "text/event-stream")
      failRequirement("a stream of events", answer);
  },
});

export const notificationAnswer = inferred("scopes.notification-answer", {
  needs: TO_ASK,
  source: `${TRANSPORT}, Sending Messages to the Server`,
  text: "A notification is answered 202, without a body.",
  check: inEachEra(async (mcp, era) => {
    const answer = await validNotification(mcp, era);
    isStatus(answer, [202], `a notification (${era.name})`);
    if (answer.text !== "") failRequirement(`no body (${era.name})`, answer);
  }),
});

export const answerType = inferred("scopes.answer-type", {
  source: `${TRANSPORT}, Sending Messages to the Server`,
  text: "A call is answered with application/json or with a stream of events.",
  check: inEachEra(async (mcp, era) => {
    const answer = await validReading(mcp, era);
    if (answer.status !== 200)
      throw new InconclusiveError(`A reading was answered ${describeMcpAnswer(answer)}.`);
    if (!["application/json", "text/event-stream"].includes(mediaType(answer)))
      failRequirement(`application/json or text/event-stream (${era.name})`, answer);
  }),
});
