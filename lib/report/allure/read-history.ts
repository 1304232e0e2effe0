import * as z from "zod";
import { shownFile } from "../../profile/profile-error.ts";
import { IrregularFileError, readRegularFile } from "../read-regular-file.ts";
import { HtmlReportError } from "./html-report-error.ts";

/** Sixty runs of everything take about six. */
const MAX_MIB = 64;

const runSchema = z.looseObject({
  uuid: z.string(),
  name: z.string(),
  timestamp: z.number(),
  knownTestCaseIds: z.array(z.string()),
  testResults: z.record(z.string(), z.looseObject({ id: z.string(), name: z.string() })),
});

/**
 * The results of earlier runs, a line each; empty when there are none. A line that was cut off, or that is none of a run,
 * would stop every page to come.
 * @throws {HtmlReportError} when the file is something else.
 */
export function readHistory(file: string): string {
  try {
    const text = readRegularFile(file, MAX_MIB);
    for (const line of text.split("\n")) if (line.trim() !== "") runSchema.parse(JSON.parse(line));
    return text;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    const why = error instanceof IrregularFileError ? error.message : "it is no history of earlier runs";
    throw new HtmlReportError(`${shownFile(file)}: ${why}; remove it`);
  }
}
