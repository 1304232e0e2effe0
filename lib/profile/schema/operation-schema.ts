import * as z from "zod";
import { checkedText, orAbsent } from "../../files/fields.ts";
import { meantText } from "../fields/did-you-mean.ts";
import { valueAtPath } from "../fields/field-path.ts";
import type { FieldProblem } from "../yaml/interpolate.ts";

/** The operations that section 4.3 names with their paths. */
export const NAMED = [
  "transaction/query",
  "transaction/detail",
  "account/detail",
  "account/transfer",
  "card/cancel",
  "card/bin/query",
  "sub-account/switch-provider",
] as const;
/** The operations of section 4.3 with a permanent effect, whatever their path in a profile. */
const CHANGING: readonly string[] = [
  "account/transfer",
  "card/cancel",
  "sub-account/switch-provider",
  "three-d-secure",
];
/** Areas whose operations the document names without a path. */
export const PATHLESS = ["budget", "sub-account", "three-d-secure"] as const;
const PATHLESS_OPERATION = new RegExp(`^(${PATHLESS.join("|")})(/[\\w-]+)*$`);

const jsonPointer = z.string().regex(/^(\/[^\s]*)?$/, "expected a JSON pointer, which begins with /");

const operationSchema = z.strictObject({
  path: orAbsent(
    z.string().regex(/^\/[^\s?#]*$/, "expected a path that begins with /, without query"),
    "Path of the operation. Default: /abc/v1/ and the name. A named operation keeps its nature at every path: a transfer always counts as a transfer.",
  ),
  body: z.json().describe("Request body of a successful call. null: no body."),
  moreBodies: orAbsent(z.array(z.json()), "Bodies of more successful calls, for example of other pages."),
  records: orAbsent(
    jsonPointer,
    "JSON pointer into `data`, to the transaction records. Default: objects with a `transactionType`.",
  ),
  mayTakeEffect: orAbsent(
    z.boolean(),
    "You consent: the run may call this operation once, with exactly this body, although its effect is permanent.",
  ),
  expectsSandbox: orAbsent(
    z.strictObject({
      operation: z.string().describe("An operation of this profile that only reads."),
      pointer: jsonPointer.describe("JSON pointer into its `data`."),
      value: z.json().describe("The value that is expected there."),
    }),
    "Answer of a read operation that proves the sandbox. A permanent effect requires this or `keyPattern`.",
  ),
  keyPattern: orAbsent(
    z.string().refine(isPattern, "expected a regular expression"),
    "Pattern of API keys of the sandbox. If the key of the first merchant does not match, nothing runs.",
  ),
  ceiling: orAbsent(
    z.strictObject({
      pointer: jsonPointer.describe("JSON pointer into the body, to the amount."),
      max: z.number().nonnegative().describe("Maximum, in the unit of the body."),
    }),
    "The largest amount that a body may move. The amount must be at least 0, with at most two decimals if `max` is an integer.",
  ),
  ids: orAbsent(
    z.strictObject({
      pointer: jsonPointer.describe("JSON pointer into the body, to the id."),
      values: z
        .array(z.string().min(1))
        .describe("Each id is used once for this operation at this address, over all runs and merchants."),
    }),
    "Ids that an operation uses up, for example cards to cancel. The pointer must not overlap the pointer of `ceiling`.",
  ),
});

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

const nameSchema = checkedText((name) => {
  if (NAMED.some((known) => known === name) || PATHLESS_OPERATION.test(name)) return undefined;
  const expected = `expected one of ${NAMED.join(", ")}, or an operation of ${PATHLESS.join(", ")}`;
  return `${expected} (got ${name}${meantText(name, NAMED)})`;
});

/** Operations that the document only names, with a request body that succeeds. */
export const operationsSchema = z.record(nameSchema, operationSchema);

export type ProfiledOperations = z.output<typeof operationsSchema>;

/** Whether an operation has this name, or is of the area of this name. */
export function isOperationOf(name: string, operation: string): boolean {
  return operation === name || operation.startsWith(`${name}/`);
}

type WithPath = Pick<ProfiledOperations[string], "path">;

/** Whether a name gives only the area, so that the operation must give its path. */
function needsPath(name: string): boolean {
  return PATHLESS.some((area) => area === name);
}

/** Verbs of operations that only read. Every other operation may have a permanent effect. */
const READS = /^(?:query|detail|details|list|get|info|page|search|balance)$/;

/**
 * Whether an operation only reads. Operations of section 4.3 behave as in the document, at every path. For
 * others the last word of the path and of the name behind the area decides: both must be such a verb.
 */
export function isReading(name: string, operation: WithPath): boolean {
  if (CHANGING.includes(name)) return false;
  if (NAMED.some((known) => known === name)) return true;
  return (
    READS.test(lastWord(operationPath(name, operation))) &&
    (!name.includes("/") || READS.test(lastWord(name)))
  );
}

function lastWord(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/** Every body of an operation in the profile. */
export function bodiesOf({
  body,
  moreBodies = [],
}: ProfiledOperations[string]): readonly ProfiledOperations[string]["body"][] {
  return [body, ...moreBodies];
}

/** The path of an operation of a profile, for example `/abc/v1/card/bin/query`. */
export function operationPath(name: string, operation: WithPath): string {
  return operation.path ?? `/abc/v1/${name}`;
}

/** Checks the paths of the operations of a profile. */
export function operationPathProblems(data: unknown): readonly FieldProblem[] {
  const operations = valueAtPath(data, ["operations"]);
  if (typeof operations !== "object" || operations === null) return [];
  const all = Object.keys(operations).map((name) => {
    const path = valueAtPath(operations, [name, "path"]);
    const given = typeof path === "string" ? { path } : {};
    return { name, given, reads: isReading(name, given), path: comparable(operationPath(name, given)) };
  });
  const changing = all.filter(({ reads }) => !reads).map(({ path }) => path);
  return all.flatMap(({ name, given, reads, path }) => {
    if (given.path === undefined) return needsPath(name) ? [problem(name, `${NOT_SHOWN} (got nothing)`)] : [];
    const changes = changing.includes(path) || CHANGING.some((known) => path.endsWith(`/${known}`));
    return reads && changes ? [problem(name, `${READING_PATH} (got ${JSON.stringify(given.path)})`)] : [];
  });
}

const NOT_SHOWN = "expected a path, which the API document does not show";
const READING_PATH = "expected the path of an operation that changes nothing";

/** Makes spellings equal that most servers treat as the same path. */
function comparable(path: string): string {
  const pathname = URL.parse(`http://target.invalid${path}`)?.pathname;
  return decoded(pathname ?? path)
    .toLowerCase()
    .replace(/(?<!\/)\/+$/, "");
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function problem(name: string, message: string): FieldProblem {
  return { path: ["operations", name, "path"], message };
}
