import { ownCommand } from "../../package/command-line-text.ts";
import { requestedProfile } from "../../profile/resolve-options.ts";
import type { Capsule } from "../../reporters/capsule.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { PreparedRun } from "../run/prepare-run.ts";
import type { ReplayRequest } from "./replay-target.ts";

/** The command that repeats the whole run of a capsule at the target of the replay. */
export function wholeRun(
  { selectors = [], skip = [], seed, depth }: Capsule,
  { disposable }: Pick<ReplayRequest, "disposable">,
  { origin, replayOptions }: Pick<PreparedRun, "origin" | "replayOptions">,
): string {
  const isElsewhere = replayOptions.includes("--base-url");
  const mcp = replayOptions.indexOf("--mcp-url");
  const words = [
    ...selectors,
    ...skip.flatMap((selector) => ["--skip", selector]),
    ...(origin.profile === requestedProfile({}, {}) ? [] : ["--profile", origin.profile]),
    ...(isElsewhere ? ["--base-url", origin.baseUrl] : []),
    ...(mcp === -1 ? [] : replayOptions.slice(mcp, mcp + 2)),
    ...(disposable === true ? ["--disposable"] : []),
    ...(replayOptions.includes("--read-only") ? ["--read-only"] : []),
    "--seed",
    String(seed),
    "--depth",
    depth,
  ];
  return `${ownCommand()} run ${words.map(shellWord).join(" ")}`;
}
