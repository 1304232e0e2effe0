/** The command of the profile printed no token. The message names the token, the reason and the place to look. */
export class TokenError extends Error {}
