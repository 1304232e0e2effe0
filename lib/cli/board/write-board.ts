import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { areaOf } from "../../engine/requirement/catalogue.ts";
import { readBeginning } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { writePrivate } from "../../files/replace-file.ts";
import { BOARD_TITLE, boardHtml } from "../../reporters/page/board-html.ts";
import { foldersText, type BoardContent, type BoardProblem } from "../../reporters/page/page-content.ts";
import { numberOf } from "../../reporters/text/count-text.ts";
import { catalogue } from "../catalogue.ts";
import { UnreadableResultError } from "../results/read-json-file.ts";
import { UsageError } from "../usage-error.ts";
import { BoardCollection } from "./board-collection.ts";
import { findResults, readRuns } from "./read-runs.ts";

/** More columns are not readable. The catalogue has fewer. */
const MAX_AREAS = 60;
const MAX_LINES = 50;
const BEGINNING_BYTES = 4096;

export interface BoardOrder {
  /** Folders and files. */
  readonly places: readonly string[];
  /** File of the page. */
  readonly out: string;
  readonly nights: number;
  readonly staleDays: number;
  readonly now: Date;
}

/** A written page, as the command reports it. */
interface WrittenBoard {
  readonly stdout: string;
  /** Lines about everything that was not read. */
  readonly problems: readonly string[];
}

/**
 * Reads results and writes the page about them.
 * @throws {UsageError} when nothing could be read, or another file is in the way
 */
export function writeBoard({ places, out, nights, staleDays, now }: BoardOrder): WrittenBoard {
  assertReplaceable(out);
  const collection = new BoardCollection(now);
  for (const place of places) readPlace(place, collection, dirname(resolve(out)));
  const problems = collection.problems();
  const lines = problemLines(problems);
  if (collection.size === 0) {
    throw new UsageError(["Cannot build a board: no run could be read", ...lines].join("\n"));
  }
  const targets = collection.targets();
  const areas = columnsOf(collection.ids);
  const content: BoardContent = { targets, areas, problems, nights, staleDays, builtAt: now };
  writePage(out, boardHtml(content));
  const runs = numberOf(collection.size, "run");
  const shared = targets.flatMap((target) => {
    const text = foldersText(target);
    return text === undefined ? [] : [`${target.name}: ${text}\n`];
  });
  return {
    stdout: `Wrote ${shownFile(out)}: ${numberOf(targets.length, "target")}, ${runs}\n${shared.join("")}`,
    problems: lines,
  };
}

function readPlace(place: string, collection: BoardCollection, pageFolder: string): void {
  try {
    for (const found of findResults(place, (at, why) => collection.note(at, why)))
      readRuns(found, collection, pageFolder);
  } catch (error) {
    if (error instanceof UnreadableResultError) collection.note(error.place, error.why);
    else if (isOfDisk(error)) collection.note(place, error.message);
    else throw error;
  }
}

function isOfDisk(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

function problemLines(problems: readonly BoardProblem[]): string[] {
  const left = problems.length - MAX_LINES;
  const lines = problems.slice(0, MAX_LINES).map(({ place, why }) => `${place}: ${why}`);
  return left <= 0 ? lines : [...lines, `and ${numberOf(left, "other problem")}: see the page`];
}

/** The areas of the catalogue in its order, then those of other versions. */
function columnsOf(ids: readonly string[]): BoardContent["areas"] {
  const found = Map.groupBy(ids, areaOf);
  const areas = [...catalogue.ids.map(areaOf).filter((area) => found.has(area)), ...found.keys()];
  return new Map([...new Set(areas)].slice(0, MAX_AREAS).map((area) => [area, found.get(area) ?? []]));
}

/** Only an earlier board is replaced: a wrong `--out` must not cost a result. */
function assertReplaceable(out: string): void {
  if (!existsSync(out) || readBeginning(out, BEGINNING_BYTES).includes(`<title>${BOARD_TITLE}`)) return;
  throw new UsageError(
    `Cannot write ${shownFile(out)}: it exists and is not a board. Name another file with --out`,
  );
}

function writePage(out: string, page: string): void {
  try {
    writePrivate(out, page);
  } catch (error) {
    if (!isOfDisk(error)) throw error;
    throw new UsageError(`Cannot write ${shownFile(out)}: ${error.message}. Name another file with --out`);
  }
}
