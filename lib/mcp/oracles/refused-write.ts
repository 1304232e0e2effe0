import { InapplicableError, InconclusiveError } from "../../engine/verdict.ts";
import type { McpAnswer } from "../door.ts";
import type { Era } from "../era.ts";
import type { Mcp } from "../mcp.ts";
import { oncePerEra } from "../once-per-service.ts";
import { provenWrite } from "./prove-once.ts";
import { writeOfReader } from "./shared-writes.ts";

/** The statuses of a refusal that is one by HTTP. */
const REFUSED_FROM = 400;

/** A write with the read-only token that was refused by its status. @throws {InapplicableError} if it was not */
export const refusedWrite = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  await provenWrite(mcp, era);
  const { answer, tookEffect } = await writeOfReader(mcp, era);
  if (tookEffect) throw new InconclusiveError("The write with the read-only token took effect.");
  if (answer.status >= REFUSED_FROM) return answer;
  throw new InapplicableError(`A write beyond the scope is refused in the answer itself (${era.name}).`);
});
