import { InapplicableError } from "../../engine/verdict.ts";
import { type Observed, twice } from "../../engine/observed.ts";
import type { Context } from "../context.ts";
import { kindOfData } from "./shape-of.ts";

/** Behind every text of a body, so that it is no id of anything. */
const NO_SUCH = "-none";

/**
 * What an operation that changes nothing answers about a record that there is not.
 * @throws {InapplicableError} at quick depth, and where the body of the profile names no id
 */
export async function otherRecord(context: Context, operation: string): Promise<Observed> {
  const { merchant, operations } = context;
  return twice(context, async () => {
    const { draft } = await operations.twin(merchant, operation);
    const body = Buffer.from(draft.body ?? "").toString();
    const other = body.replaceAll(/"(?=\s*[,}\]])/g, `${NO_SUCH}"`);
    if (other === body) throw new InapplicableError("The body in the profile names no record by a text.");
    return kindOfData(await merchant.send({ ...draft, body: Buffer.from(other), expects: "open" }));
  });
}
