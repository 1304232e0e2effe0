import type { Moment } from "../exchange/moment.ts";
import type { JsonObject } from "../json/json.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** An answer of an operation that the document only names. */
export interface OperationsMoment extends Moment {
  /** The transaction records in the answer. */
  readonly records: readonly JsonObject[];
  /** The types and statuses that all records have shown by then. */
  readonly vocabulary: Vocabulary;
}
