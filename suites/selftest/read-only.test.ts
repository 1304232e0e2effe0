import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import type { WireRequest } from "../../lib/http/transport.ts";
import { judgeReadOnly } from "./judge-read-only.ts";
import { idsWith, type Mode, profiles, type Report } from "./judge-target.ts";
import { pairs } from "./pairs.ts";

const modes = ["api-key", "signed"] as const satisfies readonly Mode[];
const QUERY = "/abc/v1/webhook/query";
/** Every sixth variant of the pairwise set is enough here: a read-only run asks one operation. */
const EVERY = 6;

function toolsIn(sent: readonly WireRequest[]): string[] {
  const bodies = sent.map(({ body = Buffer.from("") }) => Buffer.from(body).toString());
  return bodies.flatMap((text) => /"name":"([^"]+)"/.exec(text)?.[1] ?? []);
}

const undecided = (report: Report) => [...idsWith(report, "inconclusive"), ...idsWith(report, "errored")];

/** Other spellings of the path, and the public keys: asked for without a token. */
const WITHOUT_TOKEN = ["/mcp/", "/MCP", "/oauth/keys"];

test.each(modes)("in %s mode a read-only run sends queries and nothing else", async (mode) => {
  const { report, sent } = await judgeReadOnly({ mode });
  expect([...new Set(sent.map(({ method, path }) => `${method} ${path}`))]).toEqual([`POST ${QUERY}`]);
  expect(idsWith(report, "failed")).toEqual([]);
  expect(undecided(report)).toEqual([]);
  expect(report.checks.filter(({ reason = "" }) => /did not send/.test(reason))).toEqual([]);
});

test("what a read-only run decides is what the requirements declare", async () => {
  const declared = catalogue.requirements.filter(({ byQueries }) => byQueries === true).map(({ id }) => id);
  const { report: key } = await judgeReadOnly();
  const { report: signed } = await judgeReadOnly({ mode: "signed" });
  const decided = new Set([...idsWith(key, "passed"), ...idsWith(signed, "passed")]);
  expect(declared.filter((id) => !decided.has(id))).toEqual([]);
  expect([...decided].filter((id) => !declared.includes(id))).toEqual([]);
});

test("a merchant without configuration leaves uncovered what a query cannot show", async () => {
  const { report, sent } = await judgeReadOnly({ isConfigured: false });
  expect([...new Set(sent.map(({ path }) => path))]).toEqual([QUERY]);
  expect([...idsWith(report, "failed"), ...undecided(report)]).toEqual([]);
  expect(report.checks.find(({ requirement }) => requirement === "api-key.unknown")).toMatchObject({
    verdict: "uncovered",
    code: "read-only",
  });
});

test("of the MCP service only the tool that reads is called, and no token is asked for", async () => {
  const { report, sent } = await judgeReadOnly({ mcp: true });
  const { read, write, undo } = profiles["api-key"].mcp;
  const tools = toolsIn(sent);
  expect(tools).toContain(read?.tool);
  expect(tools).not.toContain(write?.tool);
  expect(tools).not.toContain(undo?.tool);
  const paths = sent.map(({ path, origin = "http://localhost" }) => new URL(path, origin).pathname);
  expect(
    paths.filter(
      (path) => ![QUERY, "/mcp", ...WITHOUT_TOKEN].includes(path) && !path.startsWith("/.well-known/"),
    ),
  ).toEqual([]);
  expect([...idsWith(report, "failed"), ...undecided(report)]).toEqual([]);
});

test.each(catalogue.requirements.filter(({ byQueries }) => byQueries === true).map(({ id }) => id))(
  "a read-only run finds a server that breaks %s",
  async (id) => {
    let isFound = false;
    for (const mutant of mutants.filter(({ breaks }) => breaks === id)) {
      const { report } = await judgeReadOnly({ mode: mutant.mode ?? "api-key", mutant });
      isFound = report.checks.some(
        ({ requirement, verdict }) => requirement === id && ["failed", "warned"].includes(verdict),
      );
      if (isFound) break;
    }
    expect(isFound).toBe(true);
  },
);

test.for(
  pairs
    .filter((_, index) => index % EVERY === 0)
    .map(({ name, choices }, index) => [name, modes[index % 2] ?? "signed", choices] as const),
)("%s in %s mode is not accused", async ([, mode, choices]) => {
  const { report, sent } = await judgeReadOnly({ mode, choices });
  expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  expect(sent.filter(({ path }) => path !== QUERY)).toEqual([]);
});
