import { withTokens } from "../../session/token-command.ts";
import type { Restoration } from "../../engine/restoration.ts";
import { leftovers, toolLeftovers } from "../../guest/leftovers.ts";
import { undo } from "../../guest/undo.ts";
import { EMBEDDED } from "../../profile/base-url.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import { type Flags, requestedProfile } from "../../profile/resolve-options.ts";
import { terminalText } from "../../text/terminal-text.ts";
import { resolveTarget } from "../run/resolve-target.ts";

/** What `restore` was given on the command line. */
export interface RestoreRequest {
  readonly flags: Flags;
  readonly env: Environment;
}

const INCOMPLETE = 3;

/**
 * Puts back what killed runs have left of a profile's merchants; without a profile, lists what there is.
 * @returns what to print, and the exit code
 */
export async function restoreTarget({
  flags,
  env,
}: RestoreRequest): Promise<{ readonly text: string; readonly exitCode: number }> {
  if (flags.profile === undefined && !env["CONFORMANCE_PROFILE"]) {
    return { text: listing(env), exitCode: 0 };
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
  const restorations = await undo(setup, { env });
  if (restorations.length === 0) {
    return {
      text: `Nothing to restore: no run was killed at ${terminalText(profile.baseUrl)} that had written anything for these merchants.\n${isAnythingLeft(env) ? listing(env) : ""}`,
      exitCode: 0,
    };
  }
  const open = restorations.some(({ outcome }) => outcome === "not restored");
  return { text: restorations.map(line).join(""), exitCode: open ? INCOMPLETE : 0 };
}

function line({ merchant, outcome, note }: Restoration): string {
  return `${terminalText(merchant)}: ${outcome}${note === undefined ? "" : `: ${terminalText(note)}`}\n`;
}

function isAnythingLeft(env: Environment): boolean {
  const { writes, problems } = toolLeftovers(env);
  return leftovers(env).length + writes.length + problems.length > 0;
}

function listing(env: Environment): string {
  if (!isAnythingLeft(env)) return "No run has left anything to restore.\n";
  const entries = leftovers(env);
  const { writes, problems } = toolLeftovers(env);
  const lines = [
    ...entries.map(
      ({ merchant, baseUrl, startedAt }) =>
        `  ${terminalText(merchant)} at ${terminalText(baseUrl)}, from a run that began ${startedAt}\n`,
    ),
    ...writes.map(
      ({ tool, url, at }) =>
        `  what ${terminalText(tool)} at ${terminalText(url)} has written at ${terminalText(at)}\n`,
    ),
    ...problems.map((problem) => `  ${terminalText(problem)}\n`),
  ];
  return `Under way, or left by runs that were killed; restore with --profile of that target:\n${lines.join("")}`;
}
