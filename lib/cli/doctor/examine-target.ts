import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { type Flags, requestedProfile } from "../../profile/resolve-options.ts";
import { assertConfidential } from "../../guest/consent.ts";
import { suiteIdentity } from "../../package/package-root.ts";
import { paintFor } from "../../reporters/terminal/palette.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { RUN_VERDICTS } from "../../engine/run-verdict.ts";
import { withTokens } from "../../api/token-command.ts";
import { openTarget } from "../../api/webhook/open-target.ts";
import { embeddedFor } from "../run/embedded-for.ts";
import { resolveTarget } from "../run/resolve-target.ts";
import { examineMcp } from "./examine-mcp.ts";
import { examineMerchants } from "./examine-merchants.ts";
import { examineRoute } from "./examine-route.ts";
import { type DoctorNote, findingLine } from "./finding.ts";

/** What `doctor` was given on the command line. */
export interface DoctorRequest {
  readonly flags: Flags;
  readonly env: Environment;
}

/**
 * Looks at everything that a run needs of a target, by queries alone.
 * @returns what to print, and the exit code
 * @throws {ProfileError}, {OptionsError} or {RefusedError} with what to correct
 */
export async function examineTarget({
  flags,
  env,
}: DoctorRequest): Promise<{ readonly text: string; readonly exitCode: number }> {
  const loaded = await loadProfile(requestedProfile(flags, env), env);
  const { profile: asked, options, secrets } = resolveTarget(flags, env, loaded);
  const embedded = await embeddedFor(asked);
  try {
    assertConfidential(asked);
    const profile = await withTokens(embedded?.profile ?? asked);
    const findings = await examine(profile, secrets);
    const paint = paintFor(options.color ? process.stdout : {}, env);
    const isWell = findings.every(({ state }) => state !== "wrong");
    const exitCode = isWell ? 0 : RUN_VERDICTS.unreachable;
    const lines = [
      headline(profile),
      "",
      ...findings.map((finding) => findingLine(finding, paint)),
      "",
      isWell ? "Nothing of this would stop a run." : `This would stop a run (exit ${exitCode}).`,
    ];
    return { text: `${lines.join("\n")}\n`, exitCode };
  } finally {
    await embedded?.running.close();
  }
}

/** One attempt each: here a failure is the answer. */
async function examine(
  profile: Profile,
  secrets: ReturnType<typeof resolveTarget>["secrets"],
): Promise<DoctorNote[]> {
  const route = await examineRoute(profile);
  const target = await openTarget({
    profile: { ...profile, limits: { ...profile.limits, retries: 0 } },
    secrets,
    depth: "quick",
    seed: 1,
    runId: "cc-doctor0000",
  });
  try {
    return [...route, ...(await examineMerchants(target, profile)), ...(await examineMcp(target))];
  } finally {
    await target.close();
  }
}

function headline({ name, baseUrl, auth }: Profile): string {
  const suite = suiteIdentity();
  const facts = [name, baseUrl, auth.mode].map((fact) => terminalText(fact));
  return `${suite.name} ${suite.version} · ${facts.join(" · ")} · only queries are sent`;
}
