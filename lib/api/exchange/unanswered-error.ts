import { InconclusiveError } from "../../engine/record/verdict.ts";

/** A request went out, and nothing came back that is an answer: the connection was closed, or nothing was said in time. */
export class UnansweredError extends InconclusiveError {}
