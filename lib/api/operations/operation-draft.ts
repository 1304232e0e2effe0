import { operationPath, type ProfiledOperations } from "../../profile/schema/operation-schema.ts";
import type { Draft, Expectation } from "../request/draft.ts";

export type NamedOperation = ProfiledOperations[string];

/** A call of an operation that the document only names, with a body of the profile; null: with none. */
export function operationDraft(
  name: string,
  operation: NamedOperation,
  body: NamedOperation["body"] = operation.body,
  expects: Expectation = "success",
): Draft {
  const draft = { label: name, path: operationPath(name, operation), method: "POST", expects };
  if (body === null) return draft;
  return { ...draft, contentType: "application/json", body: Buffer.from(JSON.stringify(body)) };
}
