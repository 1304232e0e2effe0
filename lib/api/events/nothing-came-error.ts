import { InconclusiveError } from "../../engine/verdict.ts";

/** No event has ever come, so a missing event shows nothing. */
export class NothingCameError extends InconclusiveError {}
