const WORDS = "redacted|hidden|masked|filtered|obscured|obfuscated|censored|omitted|removed";

/** What is written in the place of a value that is not to be seen. None of them is likely in a URL that somebody uses. */
const MASKS: readonly RegExp[] = [
  /[*＊∗]{3,}/u,
  /[•●▪■█]{2,}/u,
  /…/u,
  new RegExp(String.raw`[[<{(](?:${WORDS})(?:[ :_-][\w ]{0,20})?[\]>})]`, "iu"),
  /(?<=[?&;][^=&;#]*=)(?:x{4,}|redacted|[^&;#]*\.{3,})(?=[&;#]|$)/iu,
];

/**
 * The part of a callback URL that hides what is really there, as a target may show it: `***`, `•••`, `[redacted]`, as
 * they are or percent-encoded; undefined when nothing looks hidden.
 */
export function maskIn(callbackUrl: string): string | undefined {
  const text = decoded(callbackUrl);
  const found = MASKS.flatMap((mask) => mask.exec(text)?.[0] ?? []);
  return found[0];
}

function decoded(text: string): string {
  return text.replaceAll(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
