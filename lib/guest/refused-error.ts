/** The run would overwrite something without consent, or expose credentials. The message explains how to consent. */
export class RefusedError extends Error {}
