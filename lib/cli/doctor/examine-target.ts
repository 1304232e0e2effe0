import { type DoctorNote, doctorNote, findingLine } from "./finding.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { loadProfile } from "../../profile/load/load-profile.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import { type Flags, requestedProfile } from "../../profile/options/resolve-options.ts";
import { assertConfidential } from "../../guest/consent.ts";
import { RefusedError } from "../../guest/refused-error.ts";
import { stateFolder } from "../../guest/state-folder.ts";
import { suiteIdentity } from "../../package/package-root.ts";
import { type Paint, paintFor } from "../../reporters/terminal/palette.ts";
import { toJson } from "../../reporters/text/to-json.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { RUN_VERDICTS } from "../../engine/settle/run-verdict.ts";
import { withTokens } from "../../session/token-command.ts";
import { openTarget, type OpenTarget } from "../../session/open-target.ts";
import { catalogue } from "../catalogue.ts";
import { embeddedFor } from "../run/embedded-for.ts";
import { knownWaivers } from "../run/known-waivers.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import { examineMerchants } from "./examine-merchants.ts";
import { examineRoute } from "./examine-route.ts";
import { examineWay } from "./examine-way.ts";
import { diagnosisText } from "../../api/diagnosis/diagnosis.ts";
import { whyNoMcp } from "../../session/why-no-mcp.ts";
import { InconclusiveError, UnofferedError } from "../../engine/record/verdict.ts";
import { findResource, serverOf } from "../../mcp/discovery/discovery.ts";
import type { Mcp } from "../../mcp/service/mcp.ts";
import { askMerchant } from "../../api/diagnosis/ask-merchant.ts";
import { queryDraft } from "../../api/request/draft.ts";
import type { Depth } from "../../engine/requirement/effort.ts";
import { durationOf, durationText } from "../../guest/estimate.ts";
import { estimateRun } from "../run/estimate-run.ts";

/** Time of an answer, in milliseconds. */
interface Latency {
  /** Over an open connection. */
  readonly keptMs: number;
  /** Over a new connection. */
  readonly newMs: number;
}

/** The estimated cost of a whole run at a depth. */
interface DepthEstimate {
  readonly depth: Depth;
  readonly lanes: number;
  readonly requests: number;
  readonly seconds: number;
}

const DEPTHS: readonly Depth[] = ["quick", "standard", "deep"];
const WHOLE_RUN = { selectors: [], skip: [] };

/** Returns the cost of a whole run at each depth. */
function estimatesOf(profile: Profile, { keptMs }: Latency): DepthEstimate[] {
  return DEPTHS.map((depth) => {
    const setup = { profile, depth, seed: 1, runId: "cc-doctor0000" };
    const { requests, inTurn, lanes, waitSeconds } = estimateRun(setup, WHOLE_RUN);
    const ms = durationOf(profile, { requests, inTurn, waitSeconds }, keptMs);
    return { depth, lanes, requests, seconds: Math.ceil(ms / 1_000) };
  });
}

/** The latency, and the cost of a whole run, in one line. */
function speedNote({ keptMs, newMs }: Latency, estimates: readonly DepthEstimate[]): DoctorNote {
  const times = estimates.map(
    ({ depth, requests, seconds }) => `${depth} ${requests} requests, about ${durationText(seconds * 1_000)}`,
  );
  const latency = `${keptMs} ms per answer over an open connection, ${newMs} ms over a new one`;
  const lanes = estimates[0]?.lanes ?? 1;
  const where = lanes === 1 ? "" : ` in ${lanes} lanes`;
  return { state: "noted", subject: "speed", text: `${latency}; a whole run${where}: ${times.join("; ")}` };
}

const QUERIES = 3;

/**
 * Times queries of the first merchant.
 * @param target its first exchange has opened its connection
 * @returns undefined without a merchant or answers
 */
async function measureLatency({ shared, recorder }: OpenTarget): Promise<Latency | undefined> {
  const [merchant] = shared.merchants;
  const [first] = recorder.exchanges;
  if (merchant === undefined || first === undefined) return undefined;
  const before = recorder.exchanges.length;
  for (let query = 0; query < QUERIES; query += 1) {
    if ((await askMerchant(merchant, queryDraft("open"))) === undefined) return undefined;
  }
  const times = recorder.exchanges.slice(before).map(({ durationMs }) => durationMs);
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
  return median === undefined ? undefined : { keptMs: median, newMs: first.durationMs };
}

const SUBJECT = "mcp";

/**
 * Examines whether the MCP service answers to the read-only token, in which eras, and where its authorization
 * server is. Needs an address.
 */
async function examineMcp({ shared, recorder }: OpenTarget): Promise<DoctorNote[]> {
  const { mcp } = shared;
  if (mcp === undefined) return [];
  if (mcp.readOnly.token === undefined)
    return [
      { state: "noted", subject: SUBJECT, text: "no mcp.readOnlyToken: the MCP service is not checked" },
    ];
  const diagnosis = shared.merchants.length === 0 ? await whyNoMcp({ shared, recorder }) : undefined;
  if (diagnosis !== undefined)
    return [{ state: "wrong", subject: SUBJECT, code: diagnosis.code, text: diagnosisText(diagnosis) }];
  try {
    return [await spoken(mcp), await protectedBy(mcp)];
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof UnofferedError)) throw error;
    return [{ state: "noted", subject: SUBJECT, text: recorder.redact(error.message) }];
  }
}

async function spoken(mcp: Mcp): Promise<DoctorNote> {
  const eras = await mcp.eras();
  const words = eras.map(({ name, revision }) => `${revision} (${name})`).join(" and ");
  return { state: "well", subject: SUBJECT, text: `${mcp.url} answers to the read-only token, by ${words}` };
}

async function protectedBy(mcp: Mcp): Promise<DoctorNote> {
  const { found } = await findResource(mcp);
  if (found === undefined)
    return doctorNote("noted", SUBJECT, "found no metadata of the service: a run will report it");
  const { issuer } = await serverOf(mcp);
  return { state: "well", subject: SUBJECT, text: `tokens come from ${issuer}` };
}

/**
 * Examines everything that a run requires of a target, by queries only.
 * @returns the text to print, and the exit code
 * @throws {ProfileError}, {OptionsError} or {RefusedError} with the correction
 */
export async function examineTarget(
  flags: Flags,
  env: Environment,
): Promise<{ readonly text: string; readonly exitCode: number }> {
  const loaded = await loadProfile(requestedProfile(flags, env), env);
  const { profile: asked, options, secrets } = resolveTarget(flags, env, loaded);
  await knownWaivers(loaded, catalogue);
  const embedded = await embeddedFor(asked);
  try {
    assertConfidential(asked);
    const profile = await withTokens(embedded?.profile ?? asked);
    const saved = embedded === undefined && profile.merchants.length > 0 ? examineState(env) : [];
    const found = await examine(profile, secrets);
    const examined = { ...found, findings: [...found.findings, ...saved] };
    const isReady = examined.findings.every(({ state }) => state !== "wrong");
    const exitCode = isReady ? 0 : RUN_VERDICTS.unreachable;
    const paint = paintFor(options.color ? process.stdout : undefined, env);
    const text =
      options.format === "json"
        ? toJson(asData(profile, examined, exitCode))
        : asText(profile, examined, { paint, exitCode });
    return { text, exitCode };
  } finally {
    await embedded?.running.close();
  }
}

/** Examines whether a run can save what it must restore. */
function examineState(env: Environment): DoctorNote[] {
  try {
    stateFolder(env);
    return [];
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return [{ state: "wrong", subject: "state", text: error.message }];
  }
}

interface Examined {
  readonly findings: readonly DoctorNote[];
  readonly latency?: Latency;
  readonly estimates: readonly DepthEstimate[];
}

/** One attempt each: a failure is already the answer here. */
async function examine(
  profile: Profile,
  secrets: ReturnType<typeof resolveTarget>["secrets"],
): Promise<Examined> {
  const route = await examineRoute(profile);
  const target = await openTarget({
    profile: { ...profile, limits: { ...profile.limits, retries: 0 } },
    secrets,
    depth: "quick",
    seed: 1,
    runId: "cc-doctor0000",
  });
  try {
    const asked = [...route, ...(await examineMerchants(target, profile)), ...(await examineMcp(target))];
    const isReady = asked.every(({ state }) => state !== "wrong");
    const findings = isReady ? [...asked, ...(await examineWay(target))] : asked;
    const latency = isReady ? await measureLatency(target) : undefined;
    if (latency === undefined) return { findings, estimates: [] };
    const estimates = estimatesOf(profile, latency);
    return { findings: [...findings, speedNote(latency, estimates)], latency, estimates };
  } finally {
    await target.close();
  }
}

function asText(
  profile: Profile,
  { findings }: Examined,
  { paint, exitCode }: { readonly paint: Paint; readonly exitCode: number },
): string {
  const lines = [
    headline(profile),
    "",
    ...findings.map((finding) => findingLine(finding, paint)),
    "",
    exitCode === 0
      ? "Ready: found no problem that would stop a run."
      : `This would stop a run (exit ${exitCode}).`,
  ];
  return `${lines.join("\n")}\n`;
}

/** The result of doctor for pipelines. */
function asData({ name, baseUrl, auth }: Profile, examined: Examined, exitCode: number) {
  const target = { name, baseUrl, authMode: auth.mode };
  return { suite: suiteIdentity(), target, ready: exitCode === 0, exitCode, ...examined };
}

function headline({ name, baseUrl, auth }: Profile): string {
  const suite = suiteIdentity();
  const facts = [name, baseUrl, auth.mode].map((fact) => terminalText(fact));
  return `${suite.name} ${suite.version} · ${facts.join(" · ")} · only queries are sent`;
}
