import { toMutants } from "../../../lib/reference/mutant.ts";
import { answering, calling, changingResult, inEra, rewriting, withHeader } from "../faults.ts";
import { WRITE_TOOL } from "../../../lib/reference/rules/mcp-gate.ts";
import { instead } from "../../../lib/reference/changes.ts";

const isReading = calling("tools/call", "list_cards");
const isListing = calling("tools/list");

type Tool = Readonly<Record<string, unknown>>;

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Changes the tools of a list. */
function listing(when: Parameters<typeof changingResult>[0], change: (tool: Tool) => Tool) {
  return changingResult(when, (result) => {
    const { tools } = result;
    return { ...result, tools: Array.isArray(tools) ? tools.map(change) : tools };
  });
}

export const toolMutants = toMutants({
  "scopes.reveals-no-token": {
    "lists-cards-with-the-token-that-writes": rewriting(isReading, (message, { state }) => {
      const most = [...state.grants].toSorted(
        ([, one], [, other]) => other.scopes.length - one.scopes.length,
      );
      const content = [
        { type: "text", text: `next: ${most[0]?.[0]}` },
        ...listOf(message.result?.["content"]),
      ];
      return { ...message, result: { ...message.result, content } };
    }),
  },
  "scopes.tool-result": {
    "reads-without-content": changingResult(inEra("stateless", isReading), (result) => ({
      ...result,
      content: undefined,
    })),
    "reads-numbers-for-text": changingResult(inEra("stateless", isReading), (result) => ({
      ...result,
      content: [...listOf(result["content"]), { type: "text", text: 0 }],
    })),
    "reads-content-of-a-kind-of-its-own": changingResult(isReading, (result) => ({
      ...result,
      content: [...listOf(result["content"]), { type: "table", text: "card-1" }],
    })),
    "says-in-words-that-it-has-read": changingResult(inEra("handshake", isReading), (result) => ({
      ...result,
      isError: "false",
    })),
  },
  "scopes.output-schema": {
    "lists-a-schema-of-output-and-gives-none": listing(isListing, (tool) => ({
      ...tool,
      outputSchema: { type: "object" },
    })),
    "gives-other-output-than-its-schema": (rules) => {
      const described = listing(isListing, (tool) => ({
        ...tool,
        outputSchema: {
          type: "object",
          required: ["cards"],
          properties: { cards: { type: "array", items: { type: "object" } } },
        },
      }))(rules);
      return changingResult(isReading, (result) => ({ ...result, structuredContent: { cards: ["card-1"] } }))(
        {
          ...rules,
          mcpGate: { ...rules.mcpGate, ...described.mcpGate },
        },
      );
    },
    "gives-other-output-of-writes-than-its-schema": (rules) => {
      const described = listing(isListing, (tool) =>
        tool["name"] === WRITE_TOOL
          ? {
              ...tool,
              outputSchema: {
                type: "object",
                required: ["label"],
                properties: { label: { type: "string" } },
              },
            }
          : tool,
      )(rules);
      return changingResult(calling("tools/call", WRITE_TOOL), (result) => ({
        ...result,
        structuredContent: { label: 7 },
      }))({ ...rules, mcpGate: { ...rules.mcpGate, ...described.mcpGate } });
    },
  },
  "scopes.tool-schemas": {
    "lists-tools-with-a-schema-of-no-type": listing(isListing, (tool) => ({ ...tool, inputSchema: {} })),
  },
  "scopes.write-annotation": {
    "says-that-the-tool-that-writes-only-reads": listing(isListing, (tool) => ({
      ...tool,
      annotations: { readOnlyHint: true },
    })),
  },
  "scopes.batch-answers": {
    "answers-the-last-message-of-a-batch": answering(
      ({ batch }) => batch.length > 0,
      async (response) => {
        const text = await response.text();
        const value: unknown = text.startsWith("[") ? JSON.parse(text) : undefined;
        return Array.isArray(value) ? Response.json(value.slice(-1)) : new Response(text, response);
      },
    ),
  },
  "scopes.unknown-session": {
    "takes-any-session-id-for-a-new-one": instead("mcpGate.respond", (call, response) =>
      call.headers.get("mcp-session-id")?.startsWith("conformance-") === true
        ? Response.json({ jsonrpc: "2.0", id: call.message?.id, result: { tools: [] } })
        : response,
    ),
  },
  "scopes.refusal-challenge": {
    "forbids-writes-without-a-challenge": answering(
      inEra("stateless", calling("tools/call", WRITE_TOOL)),
      (response) => (response.status === 403 ? withHeader(response, "www-authenticate", "") : response),
    ),
  },
  "scopes.message-shapes": {
    "titles-its-tools-by-number": rewriting(isListing, (message) => ({
      ...message,
      ...(message.result !== undefined && {
        result: {
          ...message.result,
          tools: ["list_cards", "label_card"].map((name, title) => ({
            name,
            title,
            inputSchema: { type: "object" },
          })),
        },
      }),
    })),
  },
});
