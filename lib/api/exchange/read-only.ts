import { UnofferedError } from "../../engine/record/verdict.ts";
import { type Draft, nowhereDraft, queryDraft } from "../request/draft.ts";

/** A request that a read-only run does not send stands between a check and its judgement. */
export class ReadOnlyError extends UnofferedError {
  override readonly code = "read-only";

  constructor(message: string) {
    super("run.readOnly", message);
  }
}

/** Decides which requests of the API may be sent. */
export type SendRule = (draft: Draft) => void;

const QUERY = queryDraft();
const NOWHERE = nowhereDraft();

/** The rule of a read-only run: a query, or a path that no version of the API has. @throws {ReadOnlyError} for any other request */
export const onlyQueries: SendRule = ({ label, path, method, query, headers = [] }) => {
  const isPlain = query === undefined && headers.length === 0 && [QUERY.method, "GET"].includes(method);
  if (isPlain && [QUERY.path, NOWHERE.path].includes(path)) return;
  throw new ReadOnlyError(`The run is read-only, so it did not send this request: ${label}.`);
};

/** The error of a check that needs a configuration when no configuration exists. */
export function withoutConfiguration(): ReadOnlyError {
  return new ReadOnlyError(
    "Query shows no configuration, and a read-only run registers none. Register a webhook first, or run without --read-only.",
  );
}
