import type * as z from "zod";
import { readNamedFile, readRegularFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { fieldName, valueAtPath } from "../../profile/fields/field-path.ts";
import { issueMessage } from "../../profile/fields/issue-message.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";
import { jsonOrUndefined } from "../../text/json-or-undefined.ts";

/** A file of a run cannot be read. The message names the file and says why. */
export class UnreadableResultError extends Error {
  override name = "UnreadableResultError";
  readonly place: string;
  /** One sentence without its full stop. */
  readonly why: string;

  constructor(place: string, why: string) {
    super(`Cannot read ${place}: ${why}`);
    this.place = place;
    this.why = why;
  }
}

interface Reading<T> {
  readonly schema: z.ZodType<T>;
  /** Names the form in a sentence: `a capsule`. */
  readonly what: string;
  readonly maxMib: number;
  /** The deepest nesting. Default: that of any JSON from outside. */
  readonly maxLevels?: number;
  /** Whether the user named the file, so that it may be a link. A folder is not trusted. */
  readonly isNamed: boolean;
}

/**
 * Reads a file of JSON that is not trusted.
 * @throws {UnreadableResultError} with the first invalid field
 */
export function readJsonFile<T>(file: string, { schema, what, maxMib, maxLevels, isNamed }: Reading<T>): T {
  const refuse = (why: string) => new UnreadableResultError(shownFile(file), why);
  let text: string;
  try {
    text = (isNamed ? readNamedFile : readRegularFile)(file, maxMib);
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw refuse(isAbsent ? "there is no such file" : error instanceof Error ? error.message : String(error));
  }
  if (exceedsDepth(text, maxLevels)) throw refuse("it is nested too deeply");
  const value = jsonOrUndefined(text);
  if (value === undefined) throw refuse("it is not JSON");
  const { data, error } = schema.safeParse(value);
  if (error !== undefined) throw refuse(`it is not ${what}: ${firstProblem(error, value)}`);
  return data;
}

function firstProblem({ issues }: z.ZodError, data: unknown): string {
  const [issue] = issues;
  if (issue === undefined) return "it cannot be read";
  const field = fieldName(issue.path);
  const message = issueMessage(issue, valueAtPath(data, issue.path), false);
  const more = issues.length === 1 ? "" : ` and ${issues.length - 1} more`;
  return `${field === "" ? "" : `${field}  `}${message}${more}`;
}
