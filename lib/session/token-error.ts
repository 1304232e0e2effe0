/** No token came from the command of the profile. The message says which, why, and where to look. */
export class TokenError extends Error {}
