import { InapplicableError } from "../../engine/verdict.ts";
import { type Observed, lookTwice } from "../../engine/observed.ts";
import type { OperationsContext } from "./operations-context.ts";
import { otherBody } from "./other-body.ts";
import { kindOfData } from "./shape-of.ts";

/**
 * Observes the answer of an operation that changes nothing about a record that does not exist.
 * @throws {InapplicableError} at quick depth, and where the body of the profile names no record
 */
export async function otherRecord(context: OperationsContext, operation: string): Promise<Observed> {
  const { merchant, operations } = context;
  return lookTwice(context, async () => {
    const { draft } = await operations.twin(merchant, operation);
    const body = otherBody(draft.body);
    if (body === undefined) throw new InapplicableError("The body in the profile names no record.");
    return kindOfData(await merchant.send({ ...draft, body, expects: "open" }));
  });
}
