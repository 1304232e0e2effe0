import type * as z from "zod";
import { meantText } from "./did-you-mean.ts";

const MAX_SHOWN_CHARS = 60;
/** User name and password of a URL. */
const USER_INFO = /\/\/[^/\s]*@/;
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "an integer",
  boolean: "true or false",
  array: "a list",
  object: "a mapping",
  record: "a mapping",
};

/**
 * Turns an issue of zod into one sentence: `expected … (got …)`. `concealed`: the value may be a secret and
 * is not shown.
 */
export function issueMessage(issue: z.core.$ZodIssue, value: unknown, concealed: boolean): string {
  if (issue.code === "invalid_key") return issue.issues[0]?.message ?? issue.message;
  if (issue.code === "custom" && issue.message.includes("(got ")) return issue.message;
  return `${expectation(issue)} (got ${shownValue(value, concealed)}${hint(issue, value)})`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return `expected ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `expected ${issue.values.length > 1 ? "one of " : ""}${issue.values.map(String).join(", ")}`;
    case "too_small":
      return `expected ${bound("at least", issue.origin, issue.minimum, issue.inclusive)}`;
    case "too_big":
      return `expected ${bound("at most", issue.origin, issue.maximum, issue.inclusive)}`;
    case "invalid_union":
      return "expected a JSON value";
    default:
      return issue.message;
  }
}

function bound(
  side: "at least" | "at most",
  origin: string,
  limit: number | bigint,
  inclusive?: boolean,
): string {
  const amount =
    inclusive === false ? `${side === "at least" ? "more" : "less"} than ${limit}` : `${side} ${limit}`;
  const plural = limit === 1 ? "" : "s";
  if (origin === "string") return `${amount} character${plural}`;
  if (origin === "array") return `a list of ${amount} entr${limit === 1 ? "y" : "ies"}`;
  return `a number of ${amount}`;
}

function hint(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === "invalid_value" && typeof value === "string")
    return meantText(value, issue.values.map(String));
  const unquoted = issue.code === "invalid_type" && issue.expected === "string" && isPrimitive(value);
  return unquoted ? "; put it in quotes" : "";
}

function isPrimitive(value: unknown): boolean {
  return typeof value === "number" || typeof value === "boolean";
}

/** Shows a value in a message. */
export function shownValue(value: unknown, concealed: boolean): string {
  if (value === undefined || value === null) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a mapping";
  if (concealed)
    return typeof value === "string" ? `a string of ${value.length} characters` : `a ${typeof value}`;
  const text = (JSON.stringify(value) ?? typeof value).replace(USER_INFO, "//…@");
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
