import { together, where } from "../../../lib/reference/changes.ts";
import { all, not } from "../../../lib/reference/faults.ts";
import type { McpCall } from "../../../lib/reference/mcp/mcp-call.ts";
import { type Change, only, toMutants } from "../../../lib/reference/mutant.ts";
import { WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import {
  answering,
  emptyAnswer,
  errorWith,
  hasId,
  hasInBody,
  type McpCondition,
  type Members,
  messageOf,
  messageWith,
  resultWith,
  toolsWith,
  withStatus,
  is,
} from "../faults.ts";

const READING_TOOL = { name: "list_cards", inputSchema: { type: "object" } };
const MAX_INT32 = 2_147_483_647;

const resulting = (isMeant: McpCondition, members: Parameters<typeof resultWith>[0]): Change =>
  where(isMeant, resultWith(members));
const isUnknownMethod: McpCondition = ({ message }) => message?.method.startsWith("conformance/") === true;

const idsWith = (change: (id: unknown) => unknown): Change =>
  where(
    not(hasId(undefined)),
    messageWith(({ id }) => ({ id: change(id) })),
  );

const openingWith = (members: Parameters<typeof resultWith>[0]): Change =>
  where(is.opening, resultWith(members));
const discoveringWith = (members: Members): Change => where(is.discovering, resultWith(members));
const listingWith = (members: Members): Change => where(is.listing, resultWith(members));
const listingToolsWith = (members: Parameters<typeof toolsWith>[0]): Change =>
  where(is.listing, toolsWith(members));

const contentWith = (added: unknown): Change =>
  resultWith(({ content }) => ({ content: [...listOf(content), added] }));

const describingOutput = (name: string, property: object) =>
  ({ outputSchema: { type: "object", required: [name], properties: { [name]: property } } }) as const;

const restreaming = (change: (text: string) => string) =>
  only(
    { choices: { mcpAnswers: "stream" } },
    where(
      is.statelessReading,
      answering(async (response) => {
        const text = await response.text();
        return new Response(text.startsWith("{") ? text : change(text), response);
      }),
    ),
  );
/** Puts an event before the others of a stream without a session. */
const streaming = (event: string) => restreaming((text) => `${event}\n\n${text}`);

/** Faults with JSON-RPC messages, and with the results of methods and tools. */
export const messageMutants = toMutants({
  "scopes.envelope": {
    "answers-readings-without-a-result": where(is.reading, messageOf({})),
    "answers-readings-with-another-jsonrpc": where(is.statelessReading, messageWith({ jsonrpc: "1.0" })),
    "answers-readings-with-a-result-and-an-error": where(is.reading, errorWith(0, "none")),
  },
  "scopes.responses": {
    "lists-tools-with-an-error-beside": where(
      is.statelessListing,
      messageWith(({ result }) => (result === undefined ? {} : { error: null })),
    ),
    "says-what-is-wrong-without-a-number": where(
      is.unknownTool,
      messageOf({ error: { code: "no-such-tool", message: "There is no such tool" } }),
    ),
    "opens-with-another-jsonrpc": where(is.opening, messageWith({ jsonrpc: undefined })),
    "writes-every-id-as-text": messageWith((message) =>
      "id" in message ? { id: String(message["id"]) } : {},
    ),
    "refuses-tokens-with-another-id": only(
      { choices: { mcpRefusalBody: "json-rpc" } },
      where(
        is.post,
        messageWith(({ id }, { message: asked }) =>
          id === null && typeof asked?.id === "number" ? { id: asked.id + 1 } : {},
        ),
      ),
    ),
  },
  "scopes.ids": {
    "counts-in-the-place-of-ids": where(
      ({ message }: McpCall) => typeof message?.id === "string",
      messageWith({ id: 1 }),
    ),
    "takes-the-id-0-for-none": where(hasId(0), answering(emptyAnswer(202))),
    "takes-an-empty-id-for-null": idsWith((id) => (id === "" ? null : id)),
    "writes-negative-ids-without-their-sign": idsWith((id) => (typeof id === "number" ? Math.abs(id) : id)),
    "writes-ids-in-lower-case": idsWith((id) => (typeof id === "string" ? id.toLowerCase() : id)),
    "keeps-ids-in-32-bits": idsWith((id) => (typeof id === "number" && id > MAX_INT32 ? id | 0 : id)),
    "writes-ids-in-latin-1": idsWith((id) =>
      typeof id === "string" ? Buffer.from(id).toString("latin1") : id,
    ),
    "answers-ids-of-digits-as-numbers": where(is.post, messageWith(withNumber)),
    "answers-errors-with-numbers-as-ids": where(
      is.post,
      messageWith(({ id, error }) => (error === undefined ? {} : withNumber({ id }))),
    ),
  },
  "scopes.unknown-method": {
    "calls-unknown-methods-invalid": where(isUnknownMethod, errorWith(-32_600, "Invalid")),
    "answers-unknown-methods-with-200": where(all(is.stateless, isUnknownMethod), answering(withStatus(200))),
  },
  "scopes.unknown-tool": {
    "succeeds-at-unknown-tools": where(
      is.unknownTool,
      messageOf({ result: { resultType: "complete", content: [] } }),
    ),
  },
  "scopes.reserved-codes": {
    "makes-up-codes-of-the-specification": where(
      all(is.stateless, is.unknownTool),
      errorWith(-32_050, "No such tool"),
    ),
  },
  "scopes.ping": {
    "knows-no-ping": where(is.ping, messageOf({ error: { code: -32_601, message: "Method not found" } })),
    "tells-the-time-at-a-ping": where(is.ping, messageWith({ result: { time: 1 } })),
  },
  "scopes.stream-messages": {
    "tells-of-its-progress-in-words": streaming('data: {"progress":"half"}'),
    "asks-in-a-stream-without-a-session": streaming('data: {"jsonrpc":"2.0","id":9,"method":"ping"}'),
    "answers-another-request-in-a-stream": streaming('data: {"jsonrpc":"2.0","id":"other","result":{}}'),
    "ends-a-stream-in-its-last-event": restreaming((text) => `${text.trimEnd()}\n`),
  },
  "scopes.batch-answers": {
    "answers-the-last-message-of-a-batch": where(
      is.batch,
      answering(async (response) => {
        const text = await response.text();
        const value: unknown = text.startsWith("[") ? JSON.parse(text) : undefined;
        return Array.isArray(value) ? Response.json(value.slice(-1)) : new Response(text, response);
      }),
    ),
  },
  "scopes.handshake": {
    "agrees-to-any-revision": resulting(hasInBody('"1999-01-01"'), { protocolVersion: "1999-01-01" }),
    "ends-revisions-with-a-line-break": openingWith({ protocolVersion: "2025-11-25\n" }),
    "names-its-revision-by-a-number": openingWith({ protocolVersion: 20_251_125 }),
    "opens-without-the-capability-of-tools": openingWith({ capabilities: {} }),
    "does-not-say-who-it-is": openingWith({ serverInfo: undefined }),
    "does-not-say-of-which-version-it-is": openingWith({ serverInfo: { name: "reference" } }),
  },
  "scopes.discover": {
    "discovers-no-tools": discoveringWith({ capabilities: {} }),
    "discovers-old-revisions-alone": discoveringWith({ supportedVersions: ["2025-11-25"] }),
  },
  "scopes.result-type": {
    "does-not-say-of-what-type-a-result-is": resulting(is.statelessReading, { resultType: undefined }),
    "makes-up-types-of-results": where(is.statelessListing, resultWith({ resultType: "done" })),
  },
  "scopes.caching-hints": {
    "does-not-say-how-long-its-tools-may-be-kept": resulting(is.statelessListing, { ttlMs: undefined }),
    "lets-its-discovery-be-kept-for-less-than-nothing": discoveringWith({ ttlMs: -1 }),
    "lets-its-tools-be-kept-by-whomever": where(is.statelessListing, resultWith({ cacheScope: "shared" })),
  },
  "scopes.tool-list": {
    "lists-tools-without-a-schema": listingWith({ tools: [{ name: "list_cards" }, { name: "label_card" }] }),
    "hides-the-tool-that-writes": resulting(is.statelessListing, { tools: [READING_TOOL] }),
  },
  "scopes.paging": {
    "lists-tools-without-end": listingWith({ nextCursor: "again" }),
    "lists-its-tools-twice": where(
      is.listing,
      resultWith(({ tools }) => ({ tools: [...listOf(tools), ...listOf(tools)] })),
    ),
  },
  "scopes.message-shapes": {
    "titles-its-tools-by-number": listingToolsWith({ title: 7 }),
  },
  "scopes.tool-schemas": {
    "lists-tools-with-a-schema-of-no-type": listingToolsWith({ inputSchema: {} }),
  },
  "scopes.write-annotation": {
    "says-that-the-tool-that-writes-only-reads": listingToolsWith({ annotations: { readOnlyHint: true } }),
  },
  "scopes.tool-result": {
    "reads-without-content": where(is.statelessReading, resultWith({ content: undefined })),
    "reads-numbers-for-text": where(is.statelessReading, contentWith({ type: "text", text: 0 })),
    "reads-content-of-a-kind-of-its-own": where(is.reading, contentWith({ type: "table", text: "card-1" })),
    "says-in-words-that-it-has-read": where(all(is.handshake, is.reading), resultWith({ isError: "false" })),
  },
  "scopes.output-schema": {
    "lists-a-schema-of-output-and-gives-none": listingToolsWith({ outputSchema: { type: "object" } }),
    "gives-other-output-than-its-schema": together(
      listingToolsWith(describingOutput("cards", { type: "array", items: { type: "object" } })),
      where(is.reading, resultWith({ structuredContent: { cards: ["card-1"] } })),
    ),
    "gives-other-output-of-writes-than-its-schema": together(
      listingToolsWith(({ name }) =>
        name === WRITE_TOOL ? describingOutput("label", { type: "string" }) : {},
      ),
      where(is.writing, resultWith({ structuredContent: { label: 7 } })),
    ),
  },
  "scopes.reveals-no-token": {
    "lists-cards-with-the-token-that-writes": resulting(is.reading, ({ content }, { state, facts }) => {
      const writer = [...state.grants.values()].find(({ scopes }) =>
        scopes.includes(facts.scopes.readWrite[1] ?? ""),
      );
      return { content: [{ type: "text", text: `next: ${writer?.token}` }, ...listOf(content)] };
    }),
  },
});

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function withNumber({ id }: Members): { readonly id?: number } {
  return typeof id === "string" && /^\d+$/.test(id) ? { id: Number(id) } : {};
}
