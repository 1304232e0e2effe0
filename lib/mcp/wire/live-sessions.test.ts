import { expect, test } from "vitest";
import { type McpSend, headersOf, type McpRequest } from "./mcp-request.ts";
import { LiveSessions } from "./live-sessions.ts";

const inSession = (id: string, label = "x"): McpRequest => ({
  label,
  caller: "x",
  method: "POST",
  url: "https://a.example/",
  headers: [["Mcp-Session-Id", id]],
});

/** A service with the given sessions and without a path for `detour`, and the requests that it was sent. */
function service(open: readonly string[], next?: string) {
  const sent: string[] = [];
  const door: McpSend = async (request) => {
    const [id = ""] = headersOf(request, "mcp-session-id");
    sent.push(`${request.label} in ${id}`);
    const isFound = open.includes(id) && request.label !== "detour";
    return { request, status: isFound ? 200 : 404, headers: [], text: "", exchange: sent.length };
  };
  const sessions = new LiveSessions();
  sessions.note("old", { ask: () => inSession("old", "probe"), reopen: async () => next });
  const send = sessions.reopening(door);
  return { sent, sessions, ask: async (request: McpRequest) => (await send(request)).status };
}

test("a request is sent again in a new session if the service has ended its session", async () => {
  const { sent, ask } = service(["new"], "new");
  expect(await ask(inSession("old"))).toBe(200);
  expect(sent).toEqual(["x in old", "probe in old", "x in new"]);
});

test("404 in a session that is still there is the answer", async () => {
  const { sent, ask } = service(["old"], "new");
  expect(await ask(inSession("old", "detour"))).toBe(404);
  expect(sent).toEqual(["detour in old", "probe in old"]);
});

test("a session that the run has ended, or never had, is not opened again", async () => {
  const { sent, sessions, ask } = service(["new"], "new");
  sessions.forget("old");
  expect([await ask(inSession("old")), await ask(inSession("stranger"))]).toEqual([404, 404]);
  expect(sent).toEqual(["x in old", "x in stranger"]);
});

test("if the service has no sessions any more, 404 is the answer", async () => {
  const { sent, ask } = service([]);
  expect(await ask(inSession("old"))).toBe(404);
  expect(sent).toEqual(["x in old", "probe in old"]);
});
