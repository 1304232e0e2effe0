import type * as z from "zod";
import { fieldName, valueAtPath } from "../profile/fields/field-path.ts";
import { issueMessage } from "../profile/fields/issue-message.ts";
import { exceedsDepth } from "../text/exceeds-depth.ts";

/** A value that was read, or the reason why it cannot be. `problem` completes the sentence "Cannot read <file>: …". */
type Reading<T> = { readonly data: T } | { readonly problem: string };

/**
 * Reads a JSON text that is not trusted.
 * @param what names the form in a sentence: `a capsule`
 */
export function readJsonAs<T>(text: string, schema: z.ZodType<T>, what: string): Reading<T> {
  if (exceedsDepth(text)) return { problem: "it is nested too deeply" };
  const value = parsed(text);
  if (value === undefined) return { problem: "it is not JSON" };
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data };
  return { problem: `it is not ${what}: ${firstProblem(result.error, value)}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function firstProblem({ issues }: z.ZodError, data: unknown): string {
  const [issue] = issues;
  if (issue === undefined) return "it cannot be read";
  const field = fieldName(issue.path);
  const message = issueMessage(issue, valueAtPath(data, issue.path), false);
  const more = issues.length === 1 ? "" : ` and ${issues.length - 1} more`;
  return `${field === "" ? "" : `${field}  `}${message}${more}`;
}
