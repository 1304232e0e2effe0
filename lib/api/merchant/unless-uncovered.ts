import { InapplicableError } from "../../engine/record/verdict.ts";

/** The answer to a request that is signed for other parts; undefined: the signature does not cover those. */
export async function unlessUncovered<T>(send: () => Promise<T>): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof InapplicableError) return undefined;
    throw error;
  }
}
