/** The run would overwrite something without consent, or expose credentials. The message says what and how to consent. */
export class RefusedError extends Error {}
