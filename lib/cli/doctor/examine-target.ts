import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { type Flags, requestedProfile } from "../../profile/resolve-options.ts";
import { assertConfidential } from "../../guest/consent.ts";
import { suiteIdentity } from "../../package/package-root.ts";
import { type Paint, paintFor } from "../../reporters/terminal/palette.ts";
import { toJson } from "../../reporters/to-json.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { RUN_VERDICTS } from "../../engine/run-verdict.ts";
import { withTokens } from "../../session/token-command.ts";
import { openTarget } from "../../session/open-target.ts";
import { catalogue } from "../catalogue.ts";
import { embeddedFor } from "../run/embedded-for.ts";
import { knownWaivers } from "../run/known-waivers.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import { examineMcp } from "./examine-mcp.ts";
import { examineMerchants } from "./examine-merchants.ts";
import { examineRoute } from "./examine-route.ts";
import { type DoctorNote, findingLine } from "./finding.ts";
import { measureLatency } from "./measure-latency.ts";
import { type DepthEstimate, estimatesOf, type Latency, speedNote } from "./speed.ts";

/** Arguments of `doctor`. */
export interface DoctorRequest {
  readonly flags: Flags;
  readonly env: Environment;
}

/**
 * Examines everything that a run requires of a target, by queries only.
 * @returns the text to print, and the exit code
 * @throws {ProfileError}, {OptionsError} or {RefusedError} with the correction
 */
export async function examineTarget({
  flags,
  env,
}: DoctorRequest): Promise<{ readonly text: string; readonly exitCode: number }> {
  const loaded = await loadProfile(requestedProfile(flags, env), env);
  const { profile: asked, options, secrets } = resolveTarget(flags, env, loaded);
  await knownWaivers(loaded, catalogue);
  const embedded = await embeddedFor(asked);
  try {
    assertConfidential(asked);
    const profile = await withTokens(embedded?.profile ?? asked);
    const examined = await examine(profile, secrets);
    const isReady = examined.findings.every(({ state }) => state !== "wrong");
    const exitCode = isReady ? 0 : RUN_VERDICTS.unreachable;
    const paint = paintFor(options.color ? process.stdout : {}, env);
    const text =
      options.format === "json"
        ? toJson(asData(profile, examined, exitCode))
        : asText(profile, examined, { paint, exitCode });
    return { text, exitCode };
  } finally {
    await embedded?.running.close();
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
    const findings = [...route, ...(await examineMerchants(target, profile)), ...(await examineMcp(target))];
    const isReady = findings.every(({ state }) => state !== "wrong");
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
