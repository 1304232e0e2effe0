import * as z from "zod";
import { didYouMean } from "./did-you-mean.ts";

const NAMED = [
  "transaction/query",
  "transaction/detail",
  "account/detail",
  "account/transfer",
  "card/cancel",
  "card/bin/query",
  "sub-account/switch-provider",
] as const;
/** Areas whose operations the document names without a path. */
const PATHLESS = ["budget", "sub-account", "three-d-secure"] as const;
const PATHLESS_OPERATION = new RegExp(`^(${PATHLESS.join("|")})(/[\\w-]+)*$`);

const operationSchema = z.strictObject({
  path: z
    .string()
    .regex(/^\/[^\s?#]*$/, "expected a path that begins with /, without query")
    .exactOptional()
    .describe("Path of the operation, where the document does not give it. Default: /abc/v1/ and the name."),
  body: z.json().describe("Request body of a call that succeeds; null: none is sent."),
  moreBodies: z
    .array(z.json())
    .exactOptional()
    .describe("Bodies of more such calls, for example of other pages: values that need many records add up."),
  records: z
    .string()
    .regex(/^(\/[^\s]*)?$/, "expected a JSON pointer, which begins with /")
    .exactOptional()
    .describe("JSON pointer into `data`, to the transaction records. Default: what has a `transactionType`."),
});

const nameSchema = z.string().superRefine((name, context) => {
  if (NAMED.some((known) => known === name) || PATHLESS_OPERATION.test(name)) return;
  const meant = didYouMean(name, NAMED);
  const suffix = meant === undefined ? "" : `; did you mean ${meant}?`;
  const expected = `expected one of ${NAMED.join(", ")}, or an operation of ${PATHLESS.join(", ")}`;
  context.addIssue({ code: "custom", message: `${expected} (got ${name}${suffix})` });
});

/** Operations that the document only names, with a request body that succeeds. */
export const operationsSchema = z.record(nameSchema, operationSchema);

/** The operations of a profile, by their names. */
export type Operations = z.output<typeof operationsSchema>;

/** Whether a name says only the area, so that the operation must give its path. */
export function needsPath(name: string): boolean {
  return PATHLESS.some((area) => area === name);
}

/** Verbs of operations that change nothing. Whatever else an operation does, it may do for good. */
const READS = /^(?:query|detail|details|list|get|info|page|search|balance)$/;

/** Whether an operation changes nothing, as far as the last part of its path says. */
export function isReading(name: string, operation: Operations[string]): boolean {
  return READS.test(operationPath(name, operation).split("/").at(-1) ?? "");
}

/** Every body that the profile gives for an operation. */
export function bodiesOf({
  body,
  moreBodies = [],
}: Operations[string]): readonly Operations[string]["body"][] {
  return [body, ...moreBodies];
}

/** The path of an operation of a profile, for example `/abc/v1/card/bin/query`. */
export function operationPath(name: string, operation: Operations[string]): string {
  return operation.path ?? `/abc/v1/${name}`;
}
