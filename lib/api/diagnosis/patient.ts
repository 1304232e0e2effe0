import type { Answer } from "../exchange/answer.ts";
import type { Recorder } from "../exchange/recorder.ts";
import type { Deliveries } from "../events/deliveries/deliveries.ts";
import type { CallbackUrls } from "../webhook/model/callback-urls.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { Redact } from "./words-of.ts";

/** The target of a diagnosis, and what the session knows of it. */
interface ExaminedTarget {
  readonly shared: {
    readonly urls: CallbackUrls;
    readonly deliveries: Deliveries;
    /** The clock by which requests are signed, in milliseconds since 1970. */
    readonly now: () => number;
  };
  readonly recorder: Pick<Recorder, "redact">;
  readonly signed: boolean;
  /** The clock of this machine, in milliseconds since 1970. */
  localNow(): number;
}

/** A merchant of whom no valid request may be accepted, and what is needed to find out why. */
export interface Patient {
  readonly target: ExaminedTarget;
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
