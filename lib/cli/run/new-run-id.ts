import { randomBytes } from "node:crypto";

/** The name of a run, by which its callback URLs and its result are told from those of any other: `cc-10a7523ded`. */
export function newRunId(): string {
  return `cc-${randomBytes(5).toString("hex")}`;
}
