import { expect, test } from "vitest";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { mutants } from "../../lib/cli/mutants.ts";
import { referenceAuth, referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import { registerDraft } from "../../lib/api/request/draft.ts";
import { openTarget } from "../../lib/session/open-target.ts";
import type { Clock } from "../../lib/session/session-setup.ts";
import type { Transport, WireRequest } from "../../lib/http/transport.ts";
import type { Profile } from "../../lib/profile/profile-schema.ts";
import { withoutWrites } from "../../lib/profile/without-writes.ts";
import { conformantRules, type Rules } from "../../lib/reference/rules/rules.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { pairwiseVariants } from "../../lib/reference/variants/variants.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { idsWith, judgeTarget, type Mode, profiles, type Report } from "./judge-target.ts";

const modes = ["api-key", "signed"] as const satisfies readonly Mode[];
const QUERY = "/abc/v1/webhook/query";
/** Every sixth variant of the pairwise set is enough here: a read-only run asks one operation. */
const EVERY = 6;

interface Subject {
  readonly choices?: Partial<Choices>;
  readonly change?: (rules: Rules) => Rules;
  readonly mcp?: boolean;
  /** Whether the merchants have configurations before the run. Default: yes. */
  readonly isConfigured?: boolean;
}

/** A read-only run against the reference, and every request that reached it. */
async function judged(mode: Mode, { choices = {}, change = (rules) => rules, ...subject }: Subject = {}) {
  const known = profiles[mode];
  const { events, run } = withoutWrites({ ...known, run: { ...known.run, readOnly: true } });
  const sent: WireRequest[] = [];
  const report = await judgeTarget(
    (profile, clock) => {
      const reference = createReference({
        merchants: profile.merchants,
        auth: referenceAuth(profile),
        mcp: subject.mcp === true ? referenceMcp(known) : undefined,
        choices,
        rules: change(conformantRules),
        clock: clock.now,
        sleep: clock.sleep,
      });
      const way = inProcessTransport(reference);
      const configured = subject.isConfigured === false ? undefined : configure(profile, way, clock);
      return {
        ...way,
        async send(request) {
          await configured;
          sent.push(request);
          return way.send(request);
        },
      };
    },
    { mode, facts: { events, run }, ...(subject.mcp === true && { mcp: true }) },
  );
  return { report, sent };
}

/** Each merchant has a configuration that no run has registered. */
async function configure(profile: Profile, transport: Transport, clock: Clock): Promise<void> {
  const writing = { ...profile, run: { ...profile.run, readOnly: false } };
  const setup = { profile: writing, depth: "quick", seed: 1, runId: "cc-configured" } as const;
  const target = await openTarget(setup, [], { transport, clock });
  for (const merchant of target.shared.merchants)
    await merchant.send(registerDraft(`https://receiver.example/${merchant.name}`, "open"));
  await target.close();
}

function toolsIn(sent: readonly WireRequest[]): string[] {
  const bodies = sent.map(({ body = Buffer.from("") }) => Buffer.from(body).toString());
  return bodies.flatMap((text) => /"name":"([^"]+)"/.exec(text)?.[1] ?? []);
}

const undecided = (report: Report) => [...idsWith(report, "inconclusive"), ...idsWith(report, "errored")];

/** Other spellings of the path, asked for without a token. */
const WITHOUT_TOKEN = ["/mcp/", "/MCP"];

test.each(modes)("in %s mode a read-only run sends queries and nothing else", async (mode) => {
  const { report, sent } = await judged(mode);
  expect([...new Set(sent.map(({ method, path }) => `${method} ${path}`))]).toEqual([`POST ${QUERY}`]);
  expect(idsWith(report, "failed")).toEqual([]);
  expect(undecided(report)).toEqual([]);
  expect(report.checks.filter(({ reason = "" }) => /did not send/.test(reason))).toEqual([]);
});

test("what a read-only run decides is what the requirements declare", async () => {
  const declared = catalogue.requirements.filter(({ byQueries }) => byQueries === true).map(({ id }) => id);
  const { report: key } = await judged("api-key");
  const { report: signed } = await judged("signed");
  const decided = new Set([...idsWith(key, "passed"), ...idsWith(signed, "passed")]);
  expect(declared.filter((id) => !decided.has(id))).toEqual([]);
  expect([...decided].filter((id) => !declared.includes(id))).toEqual([]);
});

test("a merchant without configuration leaves uncovered what a query cannot show", async () => {
  const { report, sent } = await judged("api-key", { isConfigured: false });
  expect([...new Set(sent.map(({ path }) => path))]).toEqual([QUERY]);
  expect([...idsWith(report, "failed"), ...undecided(report)]).toEqual([]);
  expect(report.checks.find(({ requirement }) => requirement === "api-key.unknown")).toMatchObject({
    verdict: "uncovered",
    code: "read-only",
  });
});

test("of the MCP service only the tool that reads is called, and no token is asked for", async () => {
  const { report, sent } = await judged("api-key", { mcp: true });
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
    const found: string[] = [];
    for (const mutant of mutants.filter(({ breaks }) => breaks === id)) {
      const { name, mode = "api-key", choices } = mutant;
      const { report } = await judged(mode, { choices, change: (rules) => mutant.apply(rules) });
      const isFound = report.checks.some(
        ({ requirement, verdict }) => requirement === id && ["failed", "warned"].includes(verdict),
      );
      if (isFound) found.push(name);
    }
    expect(found).not.toEqual([]);
  },
);

test.for(
  pairwiseVariants(1, [
    "defence",
    "simulatedClock",
    "chunkedBody",
    "unsaidLength",
    "strayRequest",
    "urlOfAnother",
  ])
    .filter((_, index) => index % EVERY === 0)
    .map(({ name, choices }, index) => [name, modes[index % 2] ?? "signed", choices] as const),
)("%s in %s mode is not accused", async ([, mode, choices]) => {
  const { report, sent } = await judged(mode, { choices });
  expect([...idsWith(report, "failed"), ...idsWith(report, "errored")]).toEqual([]);
  expect(sent.filter(({ path }) => path !== QUERY)).toEqual([]);
});
