import {
  createMcpHandler,
  McpServer,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import type { Choices } from "../choices.ts";
import { UNDO_TOOL, WRITE_ALL_TOOL, WRITE_TOOL } from "../rules/mcp-gate.ts";
import type { McpSession } from "../rules/mcp-service.ts";
import type { Rules } from "../rules/rules.ts";
import { LateCards } from "./late-cards.ts";
import type { McpCall } from "./mcp-call.ts";
import type { Grant, McpState } from "./mcp-state.ts";
import { PolledStreams } from "./polled-streams.ts";

const REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
const REVISION_WITH_BATCHES = "2025-03-26";
const REVISION_WITH_POLLS = "2025-11-25";
const NO_BATCHES = { jsonrpc: "2.0", id: null, error: { code: -32_600, message: "One message a request" } };
const NO_SUCH_REVISION = {
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_000, message: "Unsupported protocol version" },
};
/** Including the notification that begins it. */
const REQUESTS_OF_SHORT_SESSION = 6;
const NOT_FOUND = { jsonrpc: "2.0", id: null, error: { code: -32_001, message: "Session not found" } };

const CARDS = z.object({ cards: z.array(z.object({ card: z.string(), label: z.string() })) });

/** Parts of the service. */
export interface McpServiceOptions {
  readonly choices: Choices;
  readonly state: McpState;
  readonly rules: Rules["mcpService"];
}

/** The MCP service behind the gate: the official server library, in both eras. */
export class McpService {
  readonly #options: McpServiceOptions;
  readonly #stateless: McpHttpHandler;
  readonly #sessions = new Map<string, McpSession>();
  readonly #late: LateCards;
  readonly #streams = new PolledStreams();

  constructor(options: McpServiceOptions) {
    this.#options = options;
    this.#late = new LateCards(options.state.cards);
    this.#stateless = createMcpHandler(({ authInfo }) => this.#server(authInfo?.scopes, authInfo?.clientId), {
      legacy: "reject",
      responseMode: options.choices.mcpAnswers === "json" ? "auto" : "sse",
      keepAliveMs: 0,
    });
  }

  /** Lets the tool that reads take over what was written before a time, where it shows writes late. */
  follow(now: number): void {
    this.#late.follow(now);
  }

  /** @param grant that of the token, if there is one */
  async perform(call: McpCall, grant: Grant | undefined): Promise<Response> {
    const request = new Request(call.url, {
      method: call.method,
      headers: this.#options.rules.headers(call),
      ...(call.body === "" ? {} : { body: call.body }),
    });
    if (call.era === "stateless" && this.#options.rules.speaks(call)) {
      const authInfo = { token: "", clientId: grant?.subject ?? "", scopes: [...(grant?.scopes ?? [])] };
      return this.#stateless.fetch(request, { authInfo });
    }
    if (!this.#options.rules.speaks({ ...call, era: "handshake" })) return this.#stateless.fetch(request);
    if (this.#options.choices.mcpAnswers !== "polled") return this.#handshake(call, request, grant);
    return this.#polled(call, request, grant);
  }

  async #polled(call: McpCall, request: Request, grant: Grant | undefined): Promise<Response> {
    const { method, headers } = call;
    const rest = method === "GET" ? this.#streams.rest(headers.get("last-event-id") ?? "", grant) : undefined;
    if (rest !== undefined) return rest;
    const response = await this.#handshake(call, request, grant);
    const isPolled = method === "POST" && headers.get("mcp-protocol-version") === REVISION_WITH_POLLS;
    return isPolled ? this.#streams.hold(response, grant) : response;
  }

  async #handshake(call: McpCall, request: Request, grant: Grant | undefined): Promise<Response> {
    const { choices } = this.#options;
    if (call.method === "GET" && choices.mcpGet === "refused") return new Response(null, { status: 405 });
    if (call.method === "DELETE" && choices.mcpDelete === "refused")
      return new Response(null, { status: 405 });
    if (call.batch.length > 0 && choices.mcpBatches === "refused" && !isOfBatches(call))
      return Response.json(NO_BATCHES, { status: 400 });
    if (choices.mcpUnknownRevision === "error" && this.#opensUnknownRevision(call))
      return Response.json({ ...NO_SUCH_REVISION, id: call.message?.id });
    if (choices.mcpSessions === "none") {
      const transport = await this.#transport(grant, false);
      return transport.handleRequest(request);
    }
    const id = call.headers.get("mcp-session-id");
    if (id === null) return (await this.#transport(grant, true)).handleRequest(request);
    const session = this.#sessions.get(id);
    if (session === undefined || this.#isOver(session) || !this.#options.rules.mayUse(call, session, grant))
      return Response.json(NOT_FOUND, { status: 404 });
    if (call.method !== "DELETE") return session.transport.handleRequest(request);
    if (!this.#speaksRevisionOf(call)) return Response.json(NO_SUCH_REVISION, { status: 400 });
    await this.#options.rules.endSession(call, session, async () => {
      this.#sessions.delete(id);
      await session.transport.close();
    });
    return new Response(null, { status: 204 });
  }

  #opened(id: string, session: McpSession): void {
    const isAlone = this.#options.choices.mcpSessions === "one-per-user";
    for (const [other, { subject }] of this.#sessions)
      if (isAlone && subject === session.subject) this.#sessions.delete(other);
    this.#sessions.set(id, session);
  }

  /** Whether the service has ended a session by itself. */
  #isOver(session: McpSession): boolean {
    session.requests += 1;
    return this.#options.choices.mcpSessions === "short" && session.requests > REQUESTS_OF_SHORT_SESSION;
  }

  /** Whether the revision in the header of a request is spoken, if it names one. */
  #speaksRevisionOf({ headers }: McpCall): boolean {
    const revision = headers.get("mcp-protocol-version");
    return revision === null || this.#revisions().includes(revision);
  }

  /** Whether a request opens a session of a revision that is not spoken. */
  #opensUnknownRevision({ message, body }: McpCall): boolean {
    return message?.method === "initialize" && !this.#revisions().some((one) => body.includes(`"${one}"`));
  }

  #revisions(): readonly string[] {
    return REVISIONS.slice(REVISIONS.indexOf(this.#options.choices.mcpRevision));
  }

  async #transport(
    grant: Grant | undefined,
    hasSession: boolean,
  ): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      ...(hasSession && { sessionIdGenerator: () => this.#options.rules.newSessionId() }),
      enableJsonResponse: this.#options.choices.mcpAnswers === "json",
      keepAliveMs: 0,
      onsessioninitialized: (id) => this.#opened(id, { transport, subject: grant?.subject, requests: 0 }),
    });
    await this.#server(grant?.scopes, grant?.subject).connect(transport);
    return transport;
  }

  /** The tools for the scopes and the user of a token. */
  #server(scopes: readonly string[] = [], subject?: string): McpServer {
    const { choices, rules, state } = this.#options;
    const isStructured = choices.mcpOutput === "structured";
    const server = new McpServer(
      { name: "reference", version: "1.0.0" },
      { supportedProtocolVersions: [...this.#revisions()] },
    );
    const listCards = async () => {
      const cards = choices.mcpReads === "late" ? this.#late.shown : state.cards;
      const shown = JSON.stringify(rules.shown(cards, subject));
      return { ...textOf(shown), ...(isStructured && { structuredContent: JSON.parse(shown) }) };
    };
    server.registerTool(
      "list_cards",
      {
        description: "Lists the cards.",
        inputSchema: z.object({}),
        ...(isStructured && { outputSchema: CARDS }),
      },
      listCards,
    );
    server.registerTool("count_cards", { description: "Counts the cards." }, async () =>
      textOf(String(state.cards.length)),
    );
    if (choices.mcpListing === "permitted" && !isWriter(scopes, this.#options)) return server;
    server.registerTool(
      WRITE_TOOL,
      {
        description: "Sets the label of a card.",
        inputSchema: z.object({ card: z.string(), label: z.string() }),
      },
      async ({ card, label }) =>
        rules.label(state.cards, card, label)
          ? textOf("The label is set.")
          : { ...textOf("There is no such card."), isError: true },
    );
    server.registerTool(
      UNDO_TOOL,
      { description: "Removes the label of a card.", inputSchema: z.object({ card: z.string() }) },
      async ({ card }) =>
        rules.label(state.cards, card, "")
          ? textOf("The label is removed.")
          : { ...textOf("There is no such card."), isError: true },
    );
    server.registerTool(
      WRITE_ALL_TOOL,
      { description: "Sets the label of every card.", inputSchema: z.object({ label: z.string() }) },
      async ({ label }) => {
        for (const { card } of state.cards) rules.label(state.cards, card, label);
        return textOf("The labels are set.");
      },
    );
    return server;
  }
}

function isOfBatches({ headers }: McpCall): boolean {
  return headers.get("mcp-protocol-version") === REVISION_WITH_BATCHES;
}

/** Whoever has more than the scope that reads. */
function isWriter(scopes: readonly string[], { state }: McpServiceOptions): boolean {
  const most = Math.max(...[...state.grants.values()].map((grant) => grant.scopes.length));
  return scopes.length === most;
}

function textOf(text: string) {
  return { content: [{ type: "text" as const, text }] };
}
