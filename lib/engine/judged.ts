import type { Requirement } from "./requirement.ts";

/** What is judged: a requirement whose check is told what this context holds. */
export type Judged<Context> = Requirement<Context, never, never>;
