import { judgeReference } from "./judge-reference.ts";
import type { Trial } from "./judge-target.ts";

const TIMES_THE_REFERENCE = 3;
const MORE_SECONDS = 110;

type Way = Pick<Trial, "mode" | "depth" | "mcp" | "facts" | "selectors">;

const limits = new Map<string, Promise<number>>();

/**
 * How many seconds a run may take against a broken server: three times as many as against the reference, and 110 more.
 * The reference is judged once for each way.
 */
export async function timeLimit(way: Way): Promise<number> {
  const key = JSON.stringify(way);
  const known = limits.get(key) ?? judgeReference(way).then(limitBy);
  limits.set(key, known);
  return known;
}

function limitBy({ seconds }: { readonly seconds: number }): number {
  return TIMES_THE_REFERENCE * seconds + MORE_SECONDS;
}
