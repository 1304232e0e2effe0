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

/** Whether a name says only the area, so that the operation must give its path. */
export function needsPath(name: string): boolean {
  return PATHLESS.some((area) => area === name);
}

/** The path of an operation of a profile, for example `/abc/v1/card/bin/query`. */
export function operationPath(name: string, operation: z.output<typeof operationSchema>): string {
  return operation.path ?? `/abc/v1/${name}`;
}
