import type { Answer } from "../exchange/answer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import type { OpenTarget } from "../../session/open-target.ts";
import type { Redact } from "./words-of.ts";

/** A merchant of whom no valid request may be accepted, and what is needed to find out why. */
export interface Patient {
  readonly target: Pick<OpenTarget, "shared" | "recorder" | "signed" | "localNow">;
  readonly merchant: Merchant;
  readonly profile: Profile;
}

/** Valid requests of one merchant, and what they were answered. */
export interface Refusals {
  readonly query: Answer;
  /** Absent where nothing was written. */
  readonly register?: Answer;
}

export function redactOf({ target }: Patient): Redact {
  return (text) => target.recorder.redact(text);
}
