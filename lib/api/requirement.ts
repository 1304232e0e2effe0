import { type Requirement as AnyRequirement, wording } from "../engine/requirement.ts";
import type { Profile } from "../profile/profile-schema.ts";
import type { Context } from "./context.ts";
import type { CallbackUrls } from "./webhook/model/callback-urls.ts";
import type { Moment } from "./webhook/moment.ts";
import type { InputOffence } from "./request/offence.ts";

/** What a requirement says of the first requests of a run, while a merchant has no configuration yet. */
export interface Opening {
  /** What is refused as a first register too. */
  readonly refusedFirst?: (urls: CallbackUrls) => readonly InputOffence[];
  /** A register that is refused creates nothing. */
  readonly createsNothing?: true;
}

/** Where the rule stands that the document points at by the name of a standard. */
export interface Sourced {
  /** For example `RFC 9728, 3.3`. */
  readonly source?: string;
}

/** One sentence of the document about this API, with what decides it. */
export type Requirement = AnyRequirement<Context, Profile, Moment> & Opening & Sourced;

export const { stated, inferred, advisory, unspecified } = wording<
  Context,
  Profile,
  Moment,
  Opening & Sourced
>();
