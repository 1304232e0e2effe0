import { movingOperations } from "./moving.ts";
import { readingOperations } from "./reading.ts";
import type { Operation } from "./request.ts";

const operations: Readonly<Record<string, Operation>> = { ...readingOperations, ...movingOperations };

/** The paths, below /abc/v1/, of what the document only names (§4.3). */
export const namedOperations = Object.keys(operations);

export function namedOperation(path: string): Operation | undefined {
  return Object.hasOwn(operations, path) ? operations[path] : undefined;
}
