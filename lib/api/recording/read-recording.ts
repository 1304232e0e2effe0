import { join } from "node:path";
import * as z from "zod";
import { shownFile } from "../../profile/profile-error.ts";
import { IrregularFileError, readRegularFile } from "../../reporters/read-regular-file.ts";
import { exceedsDepth } from "../exceeds-depth.ts";
import { MAX_DEPTH } from "../json.ts";
import {
  exchangeSchema,
  headSchema,
  type Recording,
  type Section,
  sectionSchema,
  type TakenExchange,
} from "./recording.ts";

/** There is no run that could be judged again. The message names file and line, and what to do next. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
}

/** More than a run of the largest depth and the largest answers leaves. */
const MAX_MIB = 256;

/** Where the recording of a run lies in its results. */
export function recordingIn(results: string): string {
  return join(results, "evidence", "recording.ndjson");
}

/**
 * Reads a run as far as it was written down: a line without an end is where it was killed.
 * @throws {RecordingError} when the file is not there, of another version, or damaged.
 */
export function readRecording(file: string): Recording {
  const [first = "", ...rest] = textOf(file).split("\n").slice(0, -1);
  const { data: head, error } = headSchema.safeParse(parsed(first, file, 1));
  if (error !== undefined) throw damaged(file, 1, headProblem(first, error));
  return { head, sections: sectionsOf(rest, file) };
}

function textOf(file: string): string {
  try {
    return readRegularFile(file, MAX_MIB);
  } catch (error) {
    if (error instanceof IrregularFileError) {
      throw new RecordingError(`Cannot judge again: ${shownFile(file)}: ${error.message}.`);
    }
    throw new RecordingError(
      `Cannot judge again: there is no ${shownFile(file)}. ` +
        "Give the folder of a run's results; a run that reached no target, and one of an earlier version, has no recording.",
    );
  }
}

function sectionsOf(lines: readonly string[], file: string): Section[] {
  const sections: (Section & { readonly exchanges: TakenExchange[] })[] = [];
  for (const [index, text] of lines.entries()) {
    const at = index + 2;
    const line = parsed(text, file, at);
    const section = sectionSchema.safeParse(line);
    if (section.success) {
      sections.push({ ...section.data, exchanges: [] });
      continue;
    }
    const exchange = exchangeSchema.safeParse(line);
    if (!exchange.success) throw damaged(file, at, z.prettifyError(exchange.error));
    const last = sections.at(-1);
    if (last === undefined) throw damaged(file, at, "an exchange stands before the first check");
    last.exchanges.push(exchange.data);
  }
  return sections;
}

function parsed(text: string, file: string, line: number): unknown {
  if (exceedsDepth(text, MAX_DEPTH)) throw damaged(file, line, "it is nested too deeply");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw damaged(file, line, error instanceof Error ? error.message : "it is no JSON");
  }
}

function headProblem(text: string, error: z.ZodError): string {
  const version = z.object({ recordingVersion: z.unknown() }).safeParse(JSON.parse(text))
    .data?.recordingVersion;
  if (version !== undefined && version !== 1) {
    return `it is a recording of version ${JSON.stringify(version)}, and this suite reads version 1; use the version of the suite that its first line names`;
  }
  return z.prettifyError(error);
}

function damaged(file: string, line: number, problem: string): RecordingError {
  return new RecordingError(
    `Cannot judge again: ${shownFile(file)}:${line}: ${problem}\nGet an undamaged copy of the results, or run against the target again.`,
  );
}
