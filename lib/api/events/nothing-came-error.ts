import { InconclusiveError } from "../../engine/verdict.ts";

/** Silence says nothing: nothing has ever come. */
export class NothingCameError extends InconclusiveError {}
