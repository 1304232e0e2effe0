import type * as z from "zod";
import { fieldName, valueAtPath } from "../../profile/field-path.ts";
import { issueMessage } from "../../profile/issue-message.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";
import { readNamedFile } from "../../files/read-regular-file.ts";
import { shownFile } from "../../files/shown-file.ts";
import { type Capsule, capsuleSchema } from "../../reporters/capsule.ts";
import { UsageError } from "../usage-error.ts";

/** The evidence of a check is far smaller. */
const MAX_MIB = 64;

/** @throws {UsageError} if the file is not a capsule of this version, with the first invalid field */
export function loadCapsule(file: string): Capsule {
  const data = jsonOf(file);
  const parsed = capsuleSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Cannot replay ${shownFile(file)}: it is not a capsule: ${firstProblem(parsed.error, data)}`,
  );
}

function firstProblem({ issues }: z.ZodError, data: unknown): string {
  const [issue] = issues;
  if (issue === undefined) return "it cannot be read";
  const field = fieldName(issue.path);
  const message = issueMessage(issue, valueAtPath(data, issue.path), false);
  const more = issues.length === 1 ? "" : ` and ${issues.length - 1} more`;
  return `${field === "" ? "" : `${field}  `}${message}${more}`;
}

function jsonOf(file: string): unknown {
  const text = textOf(file);
  if (exceedsDepth(text)) throw new UsageError(`Cannot replay ${shownFile(file)}: it is nested too deeply`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`Cannot replay ${shownFile(file)}: it is not JSON`);
  }
}

function textOf(file: string): string {
  try {
    return readNamedFile(file, MAX_MIB);
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    const why = isAbsent ? "there is no such file" : error instanceof Error ? error.message : String(error);
    throw new UsageError(`Cannot replay ${shownFile(file)}: ${why}`);
  }
}
