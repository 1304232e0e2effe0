import type { Answer } from "../client/answer.ts";
import type { Merchant } from "../client/merchant.ts";
import type { Profile } from "../profile/profile-schema.ts";
import type { OpenedCourt } from "../session/open-court.ts";
import type { Redact } from "./words-of.ts";

/** A merchant of whom no valid request may be accepted, and what is needed to find out why. */
export interface Patient {
  readonly court: Pick<OpenedCourt, "means" | "recorder" | "signed" | "localNow">;
  readonly merchant: Merchant;
  readonly profile: Profile;
}

/** Valid requests of one merchant, and what they were answered. */
export interface Refusals {
  readonly query: Answer;
  /** Absent where nothing was written. */
  readonly register?: Answer;
}

export function redactOf({ court }: Patient): Redact {
  return (text) => court.recorder.redact(text);
}
