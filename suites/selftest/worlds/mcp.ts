import { catalogue } from "../../../lib/cli/catalogue.ts";
import { mutants } from "../../../lib/cli/mutants.ts";
import { changing, instead } from "../../../lib/reference/changes.ts";
import { type Change, mutant } from "../../../lib/reference/mutant.ts";
import { OTHER_MERCHANT } from "../../../lib/reference/rules/mcp-service.ts";
import { areaOf } from "../../../lib/engine/requirement/catalogue.ts";
import { mcpAxisNames } from "../../../lib/reference/choices.ts";
import { pairwiseVariants, singleVariants } from "../../../lib/reference/variants/variants.ts";
import type { McpFacts } from "../../../lib/profile/schema/mcp-schema.ts";
import { eventsIn } from "../../../lib/mcp/wire/event-reader.ts";
import { MCP_URL, profiles } from "../judge-target.ts";
import { answeringSome, errorInJson, page } from "./fronts.ts";
import type { World } from "./world.ts";

const SEED = 1;
/** Requirements that apply only to a service that does not speak both eras. */
const OF_ONE_ERA = ["scopes.missing-version", "scopes.output-schema"];
/** A wrong write shows late there too. */
const OF_WRITES = ["authorization.read-only", "scopes.read-only-undo", "scopes.read-only-other-tools"];

const variants = [...singleVariants(mcpAxisNames), ...pairwiseVariants(SEED, [], mcpAxisNames)];
const judged = catalogue.requirements
  .filter(({ id, observe }) => catalogue.groups.get(areaOf(id)) === "mcp" && observe === undefined)
  .map(({ id }) => id);

const ONE_WORD = { card: "card-1", label: "frozen" };

/** A run reads no more of a stream that it waits for nothing in. */
const BEGUN = Buffer.from('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n');

/** Services that obey the texts in a way of their own. */
const CONFORMANT: readonly (readonly [what: string, change: Change, facts?: Partial<McpFacts>])[] = [
  [
    "gives a client the same token for the same scopes",
    instead(
      "mcpServer.mint",
      (_call, { subject, scopes }) => `${Buffer.from(`${subject} ${scopes.join()}`).toString("hex")}0`,
    ),
  ],
  [
    "answers 400 to an address with a token",
    changing("mcpGate.respond", (usual, { url }) =>
      url.searchParams.has("access_token") ? new Response(null, { status: 400 }) : usual,
    ),
  ],
  [
    "shows another merchant the same word on its own card",
    instead("mcpService.shown", (_cards, subject) =>
      subject === OTHER_MERCHANT ? { cards: [ONE_WORD] } : undefined,
    ),
    { write: { tool: "label_card", arguments: ONE_WORD, shows: "frozen" } },
  ],
];

/** The responses of a batch, together in one event that has an id. */
async function inOneEvent(answer: Response): Promise<Response> {
  const responses = eventsIn(await answer.text());
  return new Response(`id: 1\ndata: [${responses.join()}]\n\n`, answer);
}

export const ofMcp: readonly World[] = [
  {
    name: "an MCP service that answers a batch in one event with an id",
    mcp: true,
    mutant: mutant(
      "answers a batch in one event",
      "",
      changing("mcpGate.respond", async (usual, { batch }) =>
        batch.length > 0 && usual.headers.get("content-type") === "text/event-stream"
          ? inOneEvent(usual)
          : usual,
      ),
      { choices: { mcpAnswers: "stream" } },
    ),
    depth: "standard",
    expected: { inconclusive: [], passed: ["scopes.batch-answers"] },
  },
  ...CONFORMANT.map(([what, change, facts]): World => ({
    name: `an MCP service that ${what}`,
    mcp: true,
    mutant: mutant(what, "", change),
    facts: { mcp: { ...profiles["api-key"].mcp, url: MCP_URL, ...facts } },
    depth: "standard",
    expected: {},
  })),
  {
    name: "an MCP service that sends the empty line of the first event of a stream by itself",
    mcp: true,
    depth: "standard",
    front: () => async (request, next) => {
      const answer = await next(request);
      const isStream = answer.headers.some(([, value]) => value.includes("event-stream"));
      return request.method === "GET" && isStream ? { ...answer, body: BEGUN } : answer;
    },
    expected: {},
  },
  ...[page(403), page(200), page(529), errorInJson].map((answer): World => ({
    name: `an MCP service behind something that answers now and then by itself: ${answer.status}, ${answer.body.length} bytes`,
    mcp: true,
    front: answeringSome(15, answer),
    expected: { inconclusive: [] },
  })),
  {
    name: "the MCP service of the reference",
    mcp: true,
    depth: "standard",
    expected: { passed: judged.filter((id) => !OF_ONE_ERA.includes(id)), inapplicable: OF_ONE_ERA },
  },
  ...variants.map(({ name, choices }): World => ({
    name: `an MCP service with ${name}`,
    mcp: true,
    choices,
    expected: { inconclusive: [] },
  })),
  {
    name: "an MCP service that requires a scope, with a profile without scopes",
    mcp: true,
    choices: { mcpAbsentScope: "refused" },
    depth: "standard",
    facts: { mcp: { ...profiles["api-key"].mcp, url: MCP_URL, scopes: null } },
    expected: { because: [/set mcp\.scopes/] },
  },
  ...mutants
    .filter(({ breaks }) => OF_WRITES.includes(breaks))
    .map((wrong): World => ({
      name: `an MCP service that ${wrong.name}, and whose tool that reads shows writes late`,
      mcp: true,
      mutant: wrong,
      choices: { mcpReads: "late" },
      depth: "standard",
      expected: { failedToo: [wrong.breaks] },
    })),
];
