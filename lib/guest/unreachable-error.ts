/** The target could not be reached at all, or refuses the credentials. The message says what to check. */
export class UnreachableError extends Error {}
