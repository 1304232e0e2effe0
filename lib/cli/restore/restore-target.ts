import { withTokens } from "../../session/token-command.ts";
import type { Restoration } from "../../engine/record/result.ts";
import { findLeftovers, toolLeftovers } from "../../guest/leftovers.ts";
import { undoKilledRuns } from "../../guest/undo-killed-runs.ts";
import { EMBEDDED } from "../../profile/fields/base-url.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { loadProfile } from "../../profile/load/load-profile.ts";
import { type Flags, requestedProfile } from "../../profile/options/resolve-options.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { resolveTarget } from "../run/resolve-target.ts";

const INCOMPLETE = 3;

/**
 * Restores what killed runs have changed for the merchants of a profile. Without a profile it lists the changes.
 * @returns the text to print, and the exit code
 */
export async function restoreTarget(
  flags: Flags,
  env: Environment,
): Promise<{ readonly text: string; readonly exitCode: number }> {
  if (flags.profile === undefined && !env["CONFORMANCE_PROFILE"]) {
    return { text: listing(leftLines(env)), exitCode: 0 };
  }
  const { profile, secrets } = resolveTarget(
    flags,
    env,
    await loadProfile(requestedProfile(flags, env), env),
  );
  if (profile.baseUrl === EMBEDDED) {
    return { text: "Nothing to restore: the embedded reference ends with its run.\n", exitCode: 0 };
  }
  const isOfTools = toolLeftovers(env).writes.some(({ url }) => url === profile.mcp.url);
  const known = isOfTools ? await withTokens(profile) : profile;
  const setup = { profile: known, secrets, depth: "quick", seed: 1, runId: "cc-restore000" } as const;
  const restorations = await undoKilledRuns(setup, { env });
  if (restorations.length === 0) {
    const left = leftLines(env);
    return {
      text: `Nothing to restore: no killed run at ${terminalText(profile.baseUrl)} had written anything for these merchants.\n${left.length === 0 ? "" : listing(left)}`,
      exitCode: 0,
    };
  }
  const open = restorations.some(({ outcome }) => outcome === "not restored");
  return { text: restorations.map(line).join(""), exitCode: open ? INCOMPLETE : 0 };
}

function line({ merchant, outcome, note }: Restoration): string {
  return `${terminalText(merchant)}: ${outcome}${note === undefined ? "" : `: ${terminalText(note)}`}\n`;
}

/** Lists what there is to restore, one line for each part. */
function leftLines(env: Environment): readonly string[] {
  const { writes, problems } = toolLeftovers(env);
  return [
    ...findLeftovers(env).map(
      ({ merchant, baseUrl, startedAt }) =>
        `  ${terminalText(merchant)} at ${terminalText(baseUrl)}, from a run that began ${startedAt}\n`,
    ),
    ...writes.map(
      ({ tool, url, at }) =>
        `  a write by ${terminalText(tool)} of ${terminalText(url)} at ${terminalText(at)}\n`,
    ),
    ...problems.map((problem) => `  ${terminalText(problem)}\n`),
  ];
}

function listing(lines: readonly string[]): string {
  if (lines.length === 0) return "No run has left anything to restore.\n";
  return `From runs in progress or killed runs. To restore, give --profile of the target:\n${lines.join("")}`;
}
