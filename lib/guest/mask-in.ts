const WORDS = "redacted|hidden|masked|filtered|obscured|obfuscated|censored|omitted|removed";

/** Masks that replace a hidden value. Real URLs are unlikely to contain them. */
const MASKS: readonly RegExp[] = [
  /[*＊∗]{3,}/u,
  /[•●▪■█]{2,}/u,
  /…/u,
  new RegExp(String.raw`[[<{(](?:${WORDS})(?:[ :_-][\w ]{0,20})?[\]>})]`, "iu"),
];
/** Masks that count only as the whole value of a parameter. */
const MASKED_VALUE = /^(?:x{4,}|redacted)$|\.{3}$/iu;

/**
 * The part of a callback URL that hides the real text: `***`, `•••`, `[redacted]`, plain or percent-encoded.
 * Undefined: nothing looks hidden.
 */
export function maskIn(callbackUrl: string): string | undefined {
  const text = decoded(callbackUrl);
  const found = MASKS.flatMap((mask) => mask.exec(text)?.[0] ?? []);
  return found[0] ?? valuesIn(text).find((value) => MASKED_VALUE.test(value));
}

function valuesIn(url: string): readonly string[] {
  const [, ...parameters] = (url.split("#", 1)[0] ?? "").split(/[?&;]/);
  return parameters.flatMap((parameter) =>
    parameter.includes("=") ? [parameter.slice(parameter.indexOf("=") + 1)] : [],
  );
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
