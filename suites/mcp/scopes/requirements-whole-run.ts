import type { McpMeans } from "../../../lib/mcp/means.ts";
import {
  failRequirement,
  hasResponseForm,
  throwInconclusive,
  isOfStatelessEra,
  responsesIn,
} from "../../../lib/mcp/refusals/fails.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { endsInEvent, eventsIn } from "../../../lib/mcp/wire/event-reader.ts";
import type { McpAnswer } from "../../../lib/mcp/wire/mcp-request.ts";
import * as rpc from "../../../lib/mcp/wire/rpc.ts";
import { TO_ASK } from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred } = chapterOf(GROUNDS.everyServer, TO_ASK);
const REFUSED_FROM = 400;
/** A shorter token may be in an answer by chance. */
const LEAST_TOKEN_CHARS = 16;
/** Codes from the range of the specification that it does not define, and those of earlier revisions. */
const isUndefinedCode = (code: unknown) =>
  typeof code === "number" &&
  ((code <= -32_020 && code >= -32_099 && ![-32_020, -32_021, -32_022].includes(code)) || code === -32_002);

export const responses = inferred("scopes.responses", {
  source: "JSON-RPC 2.0, 5; MCP, Base Protocol, Responses",
  text: "Every request that is answered 200 is answered with one response: a result, or an error with an integer as code and a message. A response of another status has not the id of another request.",
  check: async ({ mcp, eachEra }) => {
    const opening = await Promise.allSettled([opened(eachEra)]);
    for (const answer of mcp.answers.filter(isAnswered)) hasResponseForm(answer);
    for (const answer of mcp.answers.filter(({ status }) => status >= REFUSED_FROM)) hasOwnId(answer);
    for (const { status, ...ended } of opening)
      if (status === "rejected" && "reason" in ended) throw ended.reason;
  },
});

export const streamMessages = inferred("scopes.stream-messages", {
  source: "MCP, Transports, Streamable HTTP; MCP 2026-07-28, Receiving Messages; HTML, 9.2.6",
  text: "A stream that answers a request holds JSON-RPC messages alone, and an empty line behind each event; in the era without sessions no requests.",
  check: async ({ mcp, eachEra }) => {
    await opened(eachEra);
    for (const answer of mcp.answers.filter(rpc.isStream)) {
      const found = rpc.messagesOf(answer);
      const odd = found.find((one) => rpc.memberOf(one, "jsonrpc") !== "2.0" && !Array.isArray(one));
      if (odd !== undefined) failRequirement("JSON-RPC messages in the stream", answer);
      if (found.some((one) => isOfAnother(one, answer)))
        failRequirement("no response to another request in the stream", answer);
      if (isDropped(answer)) failRequirement("an empty line behind each event", answer);
      if (isOfStatelessEra(answer) && found.some(isAsking))
        failRequirement("no request in the stream", answer);
    }
  },
});

/** Whether a message is a response to another request than that of its stream. The requests of a batch share one. */
function isOfAnother(message: unknown, { request: { waitsFor, body = "" } }: McpAnswer): boolean {
  const id = rpc.memberOf(message, "id") ?? waitsFor;
  return waitsFor !== undefined && !body.startsWith("[") && id !== waitsFor && !isAsking(message);
}

/** Whether clients drop the response, as its event lacks its empty line. The run itself ends a stream behind it, or that has none. */
function isDropped({ text, request: { waitsFor } }: McpAnswer): boolean {
  if (waitsFor === undefined || !endsInEvent(text)) return false;
  return rpc.isResponseTo(rpc.parseJson(eventsIn(text).at(-1) ?? ""), waitsFor);
}

export const resultType = inferred("scopes.result-type", {
  source: "MCP 2026-07-28, Base Protocol, Result Responses",
  text: "Every result of the era without sessions has a `resultType` that the specification defines, or an extension.",
  check: async (means) => {
    const { answerAt } = await means.stateless();
    const { capabilities } = rpc.resultOf(await answerAt("opening")) ?? {};
    const isExtended = rpc.isRpcObject(rpc.memberOf(capabilities, "extensions"));
    const isResultType = (type: unknown) =>
      type === "complete" || type === "input_required" || (isExtended && typeof type === "string");
    for (const { answer, result } of await statelessResults(means))
      if (!isResultType(result["resultType"])) failRequirement("a resultType that there is", answer);
  },
});

export const cachingHints = inferred("scopes.caching-hints", {
  source: "MCP 2026-07-28, Caching",
  text: "The results of `server/discover` and `tools/list` say how long (`ttlMs`, from 0) and for whom (`cacheScope`) they may be kept.",
  check: async (means) => {
    for (const { answer, result } of await statelessResults(means)) {
      if (!["server/discover", "tools/list"].includes(answer.request.label)) continue;
      if (result["resultType"] === "input_required") continue;
      const { ttlMs, cacheScope } = result;
      if (typeof ttlMs !== "number" || !Number.isInteger(ttlMs) || ttlMs < 0)
        failRequirement("an integer from 0 as ttlMs", answer);
      if (cacheScope !== "public" && cacheScope !== "private")
        failRequirement("public or private as cacheScope", answer);
    }
  },
});

export const reservedCodes = inferred("scopes.reserved-codes", {
  source: "MCP 2026-07-28, Base Protocol, Error Codes",
  text: "In the era without sessions no error has a code that the specification keeps for itself and does not define.",
  check: async ({ stateless, mcp }) => {
    await stateless();
    for (const answer of mcp.answers.filter(isOfStatelessEra))
      for (const response of responsesIn(answer))
        if (isUndefinedCode(rpc.memberOf(response["error"], "code")))
          failRequirement("no code of the range that MCP keeps for itself", answer);
  },
});

export const revealsNoToken = inferred("scopes.reveals-no-token", {
  source: "OAuth 2.1, 7.1; MCP, Security Best Practices",
  text: "No answer shows an access token of the profile that its request did not carry.",
  because: "Whoever holds an access token has its scope, so a caller who reads one gains that scope.",
  check: async ({ mcp, eachEra }) => {
    await opened(eachEra);
    const { facts, readOnly, readWrite } = mcp;
    const tokens = [
      readOnly.token,
      readWrite.token,
      facts.secondUserToken,
      facts.otherMerchantToken,
      facts.noScopeToken,
    ];
    const telling = tokens.filter((token) => typeof token === "string" && token.length >= LEAST_TOKEN_CHARS);
    for (const answer of mcp.answers) {
      const sent = JSON.stringify(answer.request);
      if (telling.some((token) => answer.text.includes(String(token)) && !sent.includes(String(token))))
        failRequirement("no access token of another caller", answer, "An access token of the profile.");
    }
  },
});

/**
 * A rejection may come before the message is read: then its response has no id, or one of the transport.
 * @throws {Violation}
 */
function hasOwnId(answer: McpAnswer): void {
  const { waitsFor } = answer.request;
  const isForeign = ({ id, jsonrpc }: rpc.RpcObject) =>
    jsonrpc === "2.0" && id !== waitsFor && (typeof id === "number" || id === String(waitsFor));
  if (typeof waitsFor === "number" && responsesIn(answer).some(isForeign))
    failRequirement("no other id than that of the request", answer);
}

/** Sends one list request in each era, so that the run contains an answer to check. */
async function opened(eachEra: McpMeans["eachEra"]): Promise<void> {
  await eachEra(async ({ proveAt }) => proveAt("tools/list"));
}

/** The results of the era without sessions so far. @throws {InconclusiveError} without any */
async function statelessResults({ mcp, stateless }: McpMeans) {
  await (await stateless()).proveAt("tools/list");
  const found = mcp.answers
    .filter((answer) => answer.status === 200 && isOfStatelessEra(answer))
    .flatMap((answer) => {
      const result = rpc.responseTo(answer)?.result;
      return result === undefined ? [] : [{ answer, result }];
    });
  return found.length > 0 ? found : throwInconclusive("The run contains no result of this era.");
}

/** Whether a request that waits for a response is answered 200 by a service that speaks JSON-RPC, with whatever id. */
function isAnswered(answer: McpAnswer): boolean {
  const { status, request } = answer;
  if (status !== 200 || typeof request.waitsFor !== "number" || request.waitsFor === 0) return false;
  if (request.label === "batch") return false;
  const isReading = request.label !== "initialize" && request.label !== "server/discover";
  return (
    isReading || responsesIn(answer).some(({ jsonrpc, id }) => jsonrpc === "2.0" || id === request.waitsFor)
  );
}

function isAsking(message: unknown): boolean {
  return rpc.memberOf(message, "id") !== undefined && rpc.memberOf(message, "method") !== undefined;
}
