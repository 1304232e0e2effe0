import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { shownFile } from "../../files/shown-file.ts";
import { runResultSchema } from "../../reporters/stored/run-result-schema.ts";
import type { RunResult } from "../../reporters/stored/run-result.ts";
import { ENDED_EARLY, RUN_VERDICTS, runVerdict } from "../../engine/settle/run-verdict.ts";
import { waiverProblems } from "../../reporters/stored/waiver-problem.ts";
import { countVerdicts } from "../../reporters/stored/count-verdicts.ts";
import { restrictionText } from "../../reporters/stored/restriction-text.ts";
import { VERDICTS } from "../../engine/record/result-schema.ts";
import { readJsonFile, UnreadableResultError } from "./read-json-file.ts";

/** A result of all areas has about one. */
const MAX_MIB = 16;
const MAX_LEVELS = 64;
const RESULT_FILES = ["conformance.json", "observations.json"];

/**
 * Reads a folder of results, or one result.
 * @throws {UnreadableResultError} when it is neither
 */
export function readResult(place: string): RunResult {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found === undefined) throw new UnreadableResultError(place, "there is no such file or folder");
  const inside = RESULT_FILES.map((name) => join(place, name)).find((file) => existsSync(file));
  if (found.isDirectory() && inside === undefined) {
    throw new UnreadableResultError(place, `it contains neither ${RESULT_FILES.join(" nor ")}`);
  }
  return readResultFile(inside ?? place, inside === undefined);
}

/**
 * Reads the file of a result. Every reader of results goes through here: members of later versions are ignored, and a
 * result that contradicts itself is refused.
 * @param isNamed whether the user named the file, so that it may be a link. A folder is not trusted
 * @throws {UnreadableResultError} when it is not a result
 */
export function readResultFile(file: string, isNamed: boolean): RunResult {
  const terms = {
    schema: runResultSchema,
    what: "a result of a run",
    maxMib: MAX_MIB,
    maxLevels: MAX_LEVELS,
    isNamed,
  };
  const result = readJsonFile(file, terms);
  const contradiction = contradictionIn(result);
  if (contradiction === undefined) return result;
  throw new UnreadableResultError(shownFile(file), `it contradicts itself: ${contradiction}`);
}

/**
 * Says how counts, verdict, exit code and checks of a result contradict each other, without a full stop: its file is damaged
 * or was changed. Undefined: they do not.
 */
function contradictionIn(result: RunResult): string | undefined {
  return miscount(result) ?? unacceptedFailure(result) ?? wrongVerdict(result);
}

function miscount({ counts, checks, observations }: RunResult): string | undefined {
  const counted = countVerdicts(checks, observations);
  const wrong = VERDICTS.find((verdict) => counts[verdict] !== counted[verdict]);
  return wrong && `it counts ${counts[wrong]} ${wrong}, but lists ${counted[wrong]}`;
}

/** A root failure is waived only by a waiver of the run. */
function unacceptedFailure({ checks, waivers }: RunResult): string | undefined {
  const accepted = new Set(
    waivers.flatMap(({ requirement, state }) => (state === "applied" ? requirement : [])),
  );
  const found = checks.find(
    ({ requirement, verdict, follows }) =>
      verdict === "waived" && follows === undefined && !accepted.has(requirement),
  );
  return found && `${found.requirement} is waived, but no waiver of the run accepts it`;
}

function wrongVerdict({ verdict, exitCode, checks, waivers, selection }: RunResult): string | undefined {
  if (exitCode !== RUN_VERDICTS[verdict])
    return `its verdict is ${verdict}, but its exit code is ${exitCode}`;
  if (ENDED_EARLY.includes(verdict)) return undefined;
  const ending = {
    brokenWaiver: waiverProblems(waivers).length > 0,
    restricted: restrictionText(selection) !== undefined,
  };
  const due = runVerdict(checks, ending);
  const isDue = verdict === due || verdict === runVerdict(checks, { ...ending, requireFull: true });
  return isDue ? undefined : `its verdict is ${verdict}, but its checks make it ${due}`;
}
