import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { referenceAuth } from "../../lib/cli/run/embedded-reference.ts";
import type { Requirement } from "../../lib/api/requirement.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { plan } from "../../lib/engine/plan.ts";
import type { Profile } from "../../lib/profile/profile-schema.ts";
import { loadProfile } from "../../lib/profile/load-profile.ts";
import { readRecording } from "../../lib/api/recording/read-recording.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { conformantRules } from "../../lib/reference/rules/rules.ts";
import type { CheckResult, ObservationResult } from "../../lib/engine/result.ts";
import { openSession, type Session } from "../../lib/api/webhook/session.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import type { Mode } from "./judge-target.ts";

type Results = ReadonlyMap<string, CheckResult | ObservationResult>;

/** A run of which everything was written down. */
export interface RecordedRun {
  readonly file: string;
  readonly results: Results;
}

/** The clock of this process is another at each time, and what was measured with it too. */
function judgesFor(profile: Profile): Requirement[] {
  return plan(catalogue, { selectors: [], skip: ["limits"] }, profile).flatMap(({ requirement, why }) =>
    why === undefined ? [requirement] : [],
  );
}

/** Runs checks, by default all, against a reference in this process, and records it. */
export async function recordRun({
  mode = "api-key",
  mutant,
  judges,
}: {
  readonly mode?: Mode;
  readonly mutant?: Mutant | undefined;
  readonly judges?: readonly Requirement[];
}): Promise<RecordedRun> {
  const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-recorded-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "recording.ndjson");
  const loaded = await loadProfile(mode === "signed" ? "reference-signed" : "reference", {});
  const profile = { ...loaded.profile, baseUrl: "http://127.0.0.1" };
  const reference = createReference({
    merchants: profile.merchants,
    auth: referenceAuth(profile),
    choices: mutant?.choices ?? {},
    rules: mutant?.apply(conformantRules) ?? conformantRules,
  });
  const about = {
    suite: { name: "card-issuing-conformance", version: "0.0.0" },
    startedAt: "2026-01-02T03:04:05.678Z",
    origin: { profile: mode, baseUrl: profile.baseUrl },
    selection: { selectors: [], skip: [] },
    waivers: [],
  };
  const setup = {
    profile,
    depth: "quick",
    seed: 1,
    runId: "cc-selftest00",
    moves: { file: null },
    recordTo: { file, about },
  } as const;
  const clock = { now: Date.now, sleep: async () => undefined };
  const session = await openSession(setup, judges ?? catalogue.requirements, {
    transport: inProcessTransport(reference),
    clock,
  });
  return { file, results: await judged(session, judges ?? judgesFor(profile)) };
}

/** Judges a recorded run again, by default by all checks. */
export async function judgedAgain(
  { file }: Pick<RecordedRun, "file">,
  judges?: readonly Requirement[],
): Promise<Results> {
  const { profile, depth, seed, runId } = readRecording(file).head;
  const session = await openSession(
    { profile, depth, seed, runId, playFrom: file, moves: { file: null } },
    judges ?? catalogue.requirements,
  );
  return judged(session, judges ?? judgesFor(profile));
}

/** Changes the lines of a recording that belong to one check. */
export function changeRecording(
  { file }: RecordedRun,
  requirement: string,
  change: (lines: readonly string[]) => readonly string[],
): void {
  const lines = readFileSync(file, "utf8").split("\n");
  const start = lines.findIndex((line) => line.startsWith(`{"check":"${requirement}"`)) + 1;
  const length = lines.slice(start).findIndex((line) => line.startsWith('{"check"'));
  const changed = change(lines.slice(start, start + length));
  writeFileSync(file, [...lines.slice(0, start), ...changed, ...lines.slice(start + length)].join("\n"));
}

async function judged(session: Session, judges: readonly Requirement[]): Promise<Results> {
  const results = new Map<string, CheckResult | ObservationResult>();
  for (const judge of judges) {
    const { requirement, result } = await session.judge(judge);
    results.set(requirement, "verdict" in result ? { ...result, durationMs: 0 } : result);
  }
  await session.close();
  return results;
}
