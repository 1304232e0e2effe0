import type { Deviation } from "../../engine/deviation.ts";

/** A rejection has no Bearer challenge that a client can read. */
export const NO_CHALLENGE: Deviation = { what: "no Bearer challenge with parameters", when: [] };
/** The scope of a token has no effect. */
export const SCOPE_UNREAD: Deviation = { what: "the scope of a token has no effect", when: [] };
/** The endpoints of an authorization server read one of two parameters of the same name. */
export const ONE_OF_TWO: Deviation = { what: "one of two parameters of the same name is read", when: [] };
/** A refresh token brings no access token. */
export const NO_REFRESH: Deviation = { what: "a refresh token is rejected", when: [] };
/** The metadata names the origin of the service, and not its address. */
export const ORIGIN_AS_RESOURCE: Deviation = { what: "`resource` is only the origin", when: [] };
/** The result of a tool has no content. */
export const NO_CONTENT: Deviation = { what: "not a list of content", when: [] };
/** A 401 names an error that belongs to another status. */
export const ERROR_OF_ANOTHER_STATUS: Deviation = { what: "a 401 with an error of another status", when: [] };
/** A write without a token has an effect. */
export const WRITES_WITHOUT_TOKEN: Deviation = { what: "a write without a token takes effect", when: [] };
