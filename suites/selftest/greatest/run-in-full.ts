import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { catalogue } from "../../../lib/cli/catalogue.ts";
import { outcomeOf } from "../../../lib/cli/host/outcome-of.ts";
import { Archive } from "../../../lib/cli/run/archive.ts";
import { referenceMcp } from "../../../lib/cli/run/embedded-reference.ts";
import { writeReports } from "../../../lib/cli/run/write-reports.ts";
import { plan } from "../../../lib/engine/plan/plan.ts";
import { run } from "../../../lib/engine/run/run.ts";
import { Steps } from "../../../lib/engine/run/steps.ts";
import { Tally } from "../../../lib/engine/run/tally.ts";
import { suiteIdentity } from "../../../lib/package/package-root.ts";
import { createReference } from "../../../lib/reference/reference.ts";
import { buildRunResult } from "../../../lib/reporters/run/build-run-result.ts";
import { appendToSummary } from "../../../lib/reporters/pipeline/append-to-summary.ts";
import { summaryMarkdown } from "../../../lib/reporters/pipeline/summary-markdown.ts";
import { GithubLog } from "../../../lib/reporters/run/github-log.ts";
import type { Reporter } from "../../../lib/reporters/run/reporter.ts";
import { ResultFolder } from "../../../lib/reporters/run/result-folder.ts";
import type { RunHeader } from "../../../lib/reporters/stored/run-result.ts";
import { TerminalReport } from "../../../lib/reporters/run/terminal-report.ts";
import { redactorOf } from "../../../lib/session/redactor-of.ts";
import { openSession, type SessionSetup } from "../../../lib/session/session.ts";
import { inProcessReceiver } from "../in-process-receiver.ts";
import { inProcessTransport } from "../in-process-transport.ts";
import { EVENTS } from "../judge-deliveries.ts";
import { MCP_URL, profiles } from "../judge-target.ts";
import { virtualClock } from "../virtual-clock.ts";
import { behind, type Front } from "../worlds/fronts.ts";

const RUN_ID = "cc-greatest00";
export const BASE_URL = new URL(MCP_URL).origin;

/** A delivery of the target, as the reference sends it. */
type Post = NonNullable<Parameters<typeof createReference>[0]["post"]>;
type Delivery = Parameters<Post>[0];

/** The layers between the suite and the reference, in both directions. */
export interface Surroundings {
  readonly front: Front;
  /** The deliveries that arrive instead of one. Default: that one. */
  readonly delivered?: (delivery: Delivery) => readonly Delivery[];
}

/** A run of everything that the suite checks at quick depth, with all its outputs. */
export interface FullRun {
  /** Where its results are, until it is disposed. */
  readonly folder: string;
  readonly errored: readonly string[];
  /** All that was printed. */
  readonly printed: string;
  readonly [Symbol.dispose]: () => void;
}

/** Runs the whole suite against the reference in this process, and writes every file and every line of a run. */
export async function runInFull({ front, delivered = (one) => [one] }: Surroundings): Promise<FullRun> {
  const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-greatest-"));
  const known = profiles["api-key"];
  const profile = { ...known, mcp: { ...known.mcp, url: MCP_URL }, events: EVENTS, baseUrl: BASE_URL };
  const setup = { profile, depth: "quick", seed: 1, runId: RUN_ID, moves: { file: null } } as const;
  const clock = virtualClock();
  const { receiver, post, visit } = inProcessReceiver(clock);
  const reference = createReference({
    merchants: profile.merchants,
    mcp: referenceMcp(profile),
    clock: clock.now,
    sleep: clock.sleep,
    visit,
    post: async (delivery) => {
      const [first, ...others] = delivered(delivery);
      for (const other of others) await post(other);
      return first === undefined ? undefined : post(first);
    },
  });
  const transport = behind(inProcessTransport(reference), front);
  const session = await openSession(setup, catalogue.requirements, { transport, clock, receiver });
  const outputs = outputsInto(folder, setup);
  const tally = new Tally(outputs.reporters, redactorOf(setup), catalogue.foundations);
  const rows = plan(catalogue, { selectors: [], skip: [] }, profile);
  await run(rows, new Steps(async () => session, { pins: {}, waivers: [] }), { tally });
  await outputs.end(tally);
  const results = tally.judgements.map(({ result }) => result).filter((result) => "verdict" in result);
  const errored = results
    .filter(({ verdict }) => verdict === "errored")
    .map(({ requirement }) => requirement);
  return {
    folder,
    errored: [...errored, ...[...tally.defects].map(String)],
    printed: outputs.printed.join(""),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const HEADER: RunHeader = {
  runId: RUN_ID,
  suite: suiteIdentity(),
  target: { name: "reference", baseUrl: BASE_URL, authMode: "api-key" },
  startedAt: "2026-01-02T03:04:05.000Z",
  seed: 1,
  depth: "quick",
  profileDigest: "0".repeat(64),
  selection: { selectors: [], skip: [], levels: [] },
};

/** Every output of a run. */
function outputsInto(path: string, setup: SessionSetup) {
  const printed: string[] = [];
  const stream = { write: (text: string) => printed.push(text) };
  const folder = new ResultFolder(path);
  folder.open();
  const terminal = new TerminalReport({
    stream,
    paint: (_, text) => text,
    quiet: false,
    verbose: true,
    folder: path,
    page: "report.html",
  });
  const archive = new Archive(folder, {
    header: HEADER,
    origin: { profile: "reference", baseUrl: BASE_URL },
    order: { setup, selection: { selectors: [], skip: [] }, waivers: [] },
    replayOptions: [],
  });
  const github = new GithubLog(stream);
  const reporters: readonly Reporter[] = [github, terminal, archive];
  for (const reporter of reporters) reporter.begin?.(HEADER);
  return {
    reporters,
    printed,
    async end({ judgements, progress: { counts } }: Tally) {
      const result = buildRunResult(
        HEADER,
        { judgements, requests: counts, restored: [], durationMs: 0 },
        { replays: archive.replays, order: catalogue.ids },
      );
      for (const one of [...result.checks, ...result.observations]) printed.push(outcomeOf(one).kind);
      const brought = { evidence: judgements };
      await writeReports(result, brought, { folder, html: true });
      appendToSummary(join(path, "step.md"), summaryMarkdown(result, judgements), stream);
      for (const reporter of reporters.toReversed()) await reporter.end?.(result, brought);
    },
  };
}
