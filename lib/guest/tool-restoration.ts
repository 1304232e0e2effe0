import { renameSync, rmSync } from "node:fs";
import type { OpenWrite } from "../session/tool-log.ts";
import type { OpenTarget } from "../session/open-target.ts";
import type { Restoration } from "../engine/record/result.ts";
import { InconclusiveError, Violation } from "../engine/record/verdict.ts";
import { type LeftWrite, putWritesBack } from "../mcp/service/tools.ts";
import { readTool, readWriteToken } from "../profile/needs/mcp-needs.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { RefusedError } from "./refused-error.ts";
import { toolWritesIn, type ToolWrites } from "./tool-writes.ts";
import type { VisitState } from "./visit-state.ts";
import { FRESH_TEXT } from "../profile/schema/mcp-schema.ts";

/** The text that a run fills in: its id, and a number. */
const FRESH = /cc-[a-z0-9]{10}-\d{1,9}/;

/** Whether a saved write can be of a profile. Only then the tools of that profile restore it. */
function isWriteOf({ mcp }: Profile, { tool, shows, wasShown }: OpenWrite): boolean {
  const [fresh] = FRESH.exec(shows) ?? [];
  return [mcp.write, ...mcp.otherWrites].some((write) => {
    if (tool !== write?.tool) return false;
    if (!write.shows.includes(FRESH_TEXT)) return shows === write.shows;
    return fresh !== undefined && !wasShown && shows === write.shows.replaceAll(FRESH_TEXT, fresh);
  });
}

/** The name in the list of merchants. The name of a merchant has no space. */
const WHOSE = "MCP service";
/** Maximum number of reported reasons. */
const MAX_REASONS = 5;

/** Undoes the tool writes of a killed run, before a new one begins. */
export async function recoverTools(visit: VisitState, target: OpenTarget): Promise<void> {
  const [first] = readOrSetAside(visit) ?? [];
  const outcome = await putToolsBack(visit, target);
  if (first === undefined || outcome === undefined) return;
  const { restoration } = outcome;
  const why = restoration.note === undefined ? "" : `: ${target.recorder.redact(restoration.note)}`;
  visit.announce(
    `A killed run had written by the tool ${first.tool} of the MCP service at ${first.at}. Now it is ${restoration.outcome}${why}`,
  );
}

/** Moves an unreadable file aside, and reports it at the end of this run. */
function readOrSetAside({ logbook: { toolsFile }, unread }: VisitState): ToolWrites {
  try {
    return toolWritesIn(toolsFile);
  } catch (error) {
    if (!(error instanceof RefusedError) || toolsFile === null) throw error;
    const aside = `${toolsFile}.unread-${Date.now()}`;
    renameSync(toolsFile, aside);
    unread.push({
      merchant: WHOSE,
      outcome: "not restored",
      note: `${error.message} It is now in ${aside}.`,
    });
    return undefined;
  }
}

/**
 * Undoes tool writes, and verifies it by the read tool. Forgets writes that are undone, and those that no
 * attempt can undo. Never throws for an answer of a tool.
 * @returns undefined if no tool was going to write
 */
export async function putToolsBack(
  { logbook: { toolsFile }, setup }: Pick<VisitState, "logbook" | "setup">,
  target: OpenTarget,
): Promise<{ readonly restoration: Restoration; readonly final: boolean } | undefined> {
  let writes: ToolWrites;
  try {
    writes = toolWritesIn(toolsFile);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return { restoration: { merchant: WHOSE, outcome: "not restored", note: error.message }, final: true };
  }
  if (writes === undefined || toolsFile === null) return undefined;
  const left = await leftOf(writes, { profile: setup.profile, toolsFile }, target);
  const isFinal = left.every(({ isForGood }) => isForGood);
  if (isFinal) rmSync(toolsFile, { force: true });
  const note = [...new Set(left.map(({ why }) => why))].slice(0, MAX_REASONS).join(" ");
  const restoration: Restoration =
    note === ""
      ? { merchant: WHOSE, outcome: "restored" }
      : { merchant: WHOSE, outcome: "not restored", note };
  return { restoration, final: isFinal };
}

async function leftOf(
  writes: readonly OpenWrite[],
  { profile, toolsFile }: { readonly profile: Profile; readonly toolsFile: string },
  { shared: { mcp } }: OpenTarget,
): Promise<readonly LeftWrite[]> {
  const [here, elsewhere] = parted(writes, ({ url }) => url === mcp?.url);
  const [known, strange] = parted(here, (write) => isWriteOf(profile, write));
  const others = [
    ...elsewhere.map(({ tool, url }) =>
      later(
        `The tool ${tool} has written at ${url}, which is not the address of the MCP service now (mcp.url, --mcp-url).`,
      ),
    ),
    ...strange.map(() =>
      later(
        `${toolsFile} contains writes that are not of the profile (mcp.write, mcp.otherWrites): look into it, correct what tools have written, and delete it.`,
      ),
    ),
  ];
  if (mcp === undefined || known.length === 0) return others;
  const missing = [readTool, readWriteToken].filter((need) => !need.isOffered(profile));
  const fields = missing.map(({ field }) => field).join(" and ");
  if (missing.length > 0)
    return [
      ...others,
      later(`The profile does not name ${fields}: add it, so that the run can see the writes.`),
    ];
  try {
    return [...others, ...(await putWritesBack(mcp, known))];
  } catch (error) {
    return [...others, later(whyNot(error))];
  }
}

function parted<T>(all: readonly T[], isOne: (one: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isOne), all.filter((one) => !isOne(one))];
}

/** Reports a defect of the suite too. It must not cost the results of this run or of a later one. */
function whyNot(error: unknown): string {
  if (error instanceof InconclusiveError || error instanceof Violation) return error.message;
  return `This is a defect of the suite: ${String(error)}.`;
}

function later(why: string): LeftWrite {
  return { why, isForGood: false };
}
