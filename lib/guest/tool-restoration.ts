import { rmSync } from "node:fs";
import type { OpenWrite } from "../api/tool-log.ts";
import type { OpenTarget } from "../api/webhook/open-target.ts";
import type { Restoration } from "../engine/restoration.ts";
import { InconclusiveError, Violation } from "../engine/verdict.ts";
import { type LeftWrite, putWritesBack } from "../mcp/tools.ts";
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
 * back. Never throws for what a tool answers.
 * @returns undefined where no tool was to write anything
 */
export async function putToolsBack(
  { logbook: { toolsFile }, setup }: Pick<VisitState, "logbook" | "setup">,
  target: OpenTarget,
): Promise<{ readonly restoration: Restoration; readonly final: boolean } | undefined> {
  const writes = toolWritesIn(toolsFile);
  if (writes === undefined || toolsFile === null) return undefined;
  const left = await leftOf(writes, setup.profile, target);
  const isFinal = left.every(({ isForGood }) => isForGood);
  if (isFinal) rmSync(toolsFile, { force: true });
  const note = [...new Set(left.map(({ why }) => why))].join(" ");
  const restoration: Restoration =
    note === ""
      ? { merchant: WHOSE, outcome: "restored" }
      : { merchant: WHOSE, outcome: "not restored", note };
  return { restoration, final: isFinal };
}

async function leftOf(
  writes: readonly OpenWrite[],
  profile: Profile,
  { shared: { mcp } }: OpenTarget,
): Promise<readonly LeftWrite[]> {
  const here = writes.filter(({ url }) => url === mcp?.url);
  const elsewhere = writes.filter(({ url }) => url !== mcp?.url);
  const others = elsewhere.map(({ tool, url }) =>
    later(
      `The tool ${tool} has written at ${url}, which is not the address of the MCP service now (mcp.url, --mcp-url).`,
    ),
  );
  if (mcp === undefined || here.length === 0) return others;
  const missing = [readTool, readWriteToken].filter((need) => !need.isOffered(profile));
  const fields = missing.map(({ field }) => field).join(" and ");
  if (missing.length > 0)
    return [...others, later(`The profile does not name ${fields}, without which nothing can be seen.`)];
  try {
    return [...others, ...(await putWritesBack(mcp, here))];
  } catch (error) {
    return [...others, later(whyNot(error))];
  }
}

/** A fault of ours is reported here too: it may cost neither the results of this run nor a later one. */
function whyNot(error: unknown): string {
  if (error instanceof InconclusiveError || error instanceof Violation) return error.message;
  return `This is a defect of the suite: ${String(error)}.`;
}

function later(why: string): LeftWrite {
  return { why, isForGood: false };
}
