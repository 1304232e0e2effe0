import type { Received } from "./arrival.ts";

/** A challenge to a callback URL, and its name. */
export interface EchoedChallenge {
  readonly name: string;
  readonly value: string | number;
}

/** Names of challenges. */
type Fits = (name: string) => boolean;

const MAX_CHALLENGE_CHARS = 1024;
const MAX_NAME_CHARS = 100;
const HEADER_NAME = /^[\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e]{0,1000}$/;

/** The first parameter of the query with a matching name. */
export function challengeInQuery({ target }: Received, fits: Fits): EchoedChallenge | undefined {
  const start = target.indexOf("?");
  const parameters = start === -1 ? [] : [...new URLSearchParams(target.slice(start))];
  return firstOf(parameters, fits);
}

/** The first header with a matching name. */
export function challengeInHeader({ headers }: Received, fits: Fits): EchoedChallenge | undefined {
  return firstOf(
    headers.filter(([name, value]) => HEADER_NAME.test(name) && isHeaderValue(value)),
    fits,
  );
}

/** The first member of the JSON body with a matching name, if it is a text or a number. */
export function challengeInBody(request: Received, fits: Fits): EchoedChallenge | undefined {
  return firstOf(jsonMembersOf(request), fits);
}

/** The members of the JSON body of a request. Empty: it is too long for a challenge, or not an object. */
export function jsonMembersOf({ body }: Received): readonly (readonly [string, unknown])[] {
  if (body.length === 0 || body.length > MAX_CHALLENGE_CHARS) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString("utf8"));
    return typeof value === "object" && value !== null ? Object.entries(value) : [];
  } catch {
    return [];
  }
}

/** Whether a challenge may stand in a header of an answer. */
export function isHeaderValue(value: string | number): boolean {
  return HEADER_VALUE.test(String(value));
}

function firstOf(pairs: readonly (readonly [string, unknown])[], fits: Fits): EchoedChallenge | undefined {
  for (const [name, value] of pairs) {
    if (name.length > MAX_NAME_CHARS || !fits(name)) continue;
    if (typeof value === "number") return { name, value };
    if (typeof value === "string" && value.length <= MAX_CHALLENGE_CHARS) return { name, value };
  }
  return undefined;
}
