import type { MerchantsContext } from "../merchant/merchants-context.ts";
import type { Operations } from "./operations.ts";

/** The means of checks of the operations that the document only names (section 4.3). */
export interface OperationsContext extends MerchantsContext {
  readonly operations: Operations;
}
