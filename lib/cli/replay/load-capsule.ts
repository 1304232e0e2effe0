import { readFile, stat } from "node:fs/promises";
import type * as z from "zod";
import { fieldName, valueAt } from "../../profile/field-path.ts";
import { issueMessage } from "../../profile/issue-message.ts";
import { exceedsDepth } from "../../text/exceeds-depth.ts";
import { shownFile } from "../../files/shown-file.ts";
import { type Capsule, capsuleSchema } from "../../reporters/capsule.ts";
import { UsageError } from "../usage-error.ts";

/** What a check keeps is far less. */
const MAX_BYTES = 64 * 1024 * 1024;

/** @throws {UsageError} when the file is no capsule of this version, with the first field that is wrong. */
export async function loadCapsule(file: string): Promise<Capsule> {
  const data = await jsonOf(file);
  const parsed = capsuleSchema.safeParse(data);
  if (parsed.success) return parsed.data;
  throw new UsageError(
    `Cannot replay ${shownFile(file)}: it is no capsule: ${firstProblem(parsed.error, data)}`,
  );
}

function firstProblem({ issues }: z.ZodError, data: unknown): string {
  const [issue] = issues;
  if (issue === undefined) return "it cannot be read";
  const field = fieldName(issue.path);
  const message = issueMessage(issue, valueAt(data, issue.path), false);
  const more = issues.length === 1 ? "" : ` and ${issues.length - 1} more`;
  return `${field === "" ? "" : `${field}  `}${message}${more}`;
}

async function jsonOf(file: string): Promise<unknown> {
  const text = await textOf(file);
  if (exceedsDepth(text)) throw new UsageError(`Cannot replay ${shownFile(file)}: it is nested too deeply`);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`Cannot replay ${shownFile(file)}: it is no JSON`);
  }
}

async function textOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new UsageError(`Cannot replay ${shownFile(file)}: there is no such file`);
  if (!found.isFile()) throw new UsageError(`Cannot replay ${shownFile(file)}: it is not a file`);
  if (found.size > MAX_BYTES) {
    throw new UsageError(`Cannot replay ${shownFile(file)}: it is larger than a capsule, ${MAX_BYTES} bytes`);
  }
  return readFile(file, "utf8");
}
