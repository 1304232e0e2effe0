import { rmSync } from "node:fs";
import type { OpenWrite } from "../api/tool-log.ts";
import type { OpenTarget } from "../api/webhook/open-target.ts";
import type { Restoration } from "../engine/restoration.ts";
import { InconclusiveError } from "../engine/verdict.ts";
import { putWriteBack } from "../mcp/tools.ts";
import { readTool, readWriteToken } from "../profile/needs.ts";
import type { Profile } from "../profile/profile-schema.ts";
import { toolWritesIn } from "./tool-writes.ts";
import type { VisitState } from "./visit-state.ts";

/** As it is called where merchants are named; no merchant has a blank in its name. */
const WHOSE = "MCP service";

/** Puts back what tools have written in a run that was killed, before another one begins. */
export async function recoverTools(visit: VisitState, target: OpenTarget): Promise<void> {
  const [first] = toolWritesIn(visit.logbook.toolsFile) ?? [];
  const outcome = await putToolsBack(visit, target);
  if (first === undefined || outcome === undefined) return;
  const { restoration } = outcome;
  const why = restoration.note === undefined ? "" : `: ${target.recorder.redact(restoration.note)}`;
  const state = restoration.outcome === "restored" ? "put back" : restoration.outcome;
  visit.announce(
    `A run that was killed had written by the tool ${first.tool} of the MCP service at ${first.at}. Now it is ${state}${why}`,
  );
}

/**
 * Puts back what tools have written, and verifies it by the read tool; forgets what is back, and what nothing can put
 * back. Never throws for the target's fault.
 * @returns undefined where no tool was to write anything
 */
export async function putToolsBack(
  { logbook: { toolsFile }, setup }: Pick<VisitState, "logbook" | "setup">,
  target: OpenTarget,
): Promise<{ readonly restoration: Restoration; readonly final: boolean } | undefined> {
  const writes = toolWritesIn(toolsFile);
  if (writes === undefined || toolsFile === null) return undefined;
  const problems = new Set<string>();
  let final = true;
  for (const write of writes) {
    const { problem, isOver } = await putBack(write, setup.profile, target);
    if (problem !== undefined) problems.add(problem);
    final &&= isOver;
  }
  if (final) rmSync(toolsFile, { force: true });
  const note = [...problems].join(" ");
  const restoration: Restoration =
    note === ""
      ? { merchant: WHOSE, outcome: "restored" }
      : { merchant: WHOSE, outcome: "not restored", note };
  return { restoration, final };
}

async function putBack(
  write: OpenWrite,
  profile: Profile,
  { shared: { mcp } }: OpenTarget,
): Promise<{ readonly problem?: string; readonly isOver: boolean }> {
  if (mcp?.url !== write.url)
    return {
      problem: `The tool ${write.tool} has written at ${write.url}, which is not the address of the MCP service now (mcp.url, --mcp-url).`,
      isOver: false,
    };
  const missing = [readTool, readWriteToken].filter((need) => !need.isOffered(profile));
  if (missing.length > 0) {
    const fields = missing.map(({ field }) => field).join(" and ");
    return {
      problem: `The profile does not name ${fields}, without which nothing can be seen.`,
      isOver: false,
    };
  }
  try {
    const problem = await putWriteBack(mcp, write);
    return problem === undefined
      ? { isOver: true }
      : { problem, isOver: profile.mcp.undo === null && !write.wasShown };
  } catch (error) {
    if (!(error instanceof InconclusiveError)) throw error;
    return { problem: error.message, isOver: false };
  }
}
