import type { Deviation } from "../../engine/deviation.ts";

/** A rejection has no Bearer challenge that a client can read. */
export const NO_CHALLENGE: Deviation = { what: "no Bearer challenge with parameters", when: [] };
/** The scope of a token has no effect. */
export const SCOPE_UNREAD: Deviation = { what: "the scope of a token has no effect", when: [] };
/** A write without a token has an effect. */
export const WRITES_WITHOUT_TOKEN: Deviation = { what: "a write without a token takes effect", when: [] };
