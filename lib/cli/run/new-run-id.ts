import { randomBytes } from "node:crypto";

/** The id of a run, which marks its callback URLs and its result: `cc-10a7523ded`. */
export function newRunId(): string {
  return `cc-${randomBytes(5).toString("hex")}`;
}
