import type { Requirement } from "../requirement/requirement.ts";

/** A requirement, decided or observed with the content of this context. */
export type Judged<Context> = Requirement<Context, never, never>;
