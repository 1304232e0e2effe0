import type { Credentials } from "../../request/draft.ts";
import type { HeaderPair } from "../../../http/transport.ts";

/** Credentials of an accepted request, written otherwise. */
export interface Respelling {
  readonly name: string;
  /** @param unused a nonce that no request has carried */
  readonly change: (unused: string) => Partial<Credentials>;
  readonly headers?: (unused: string) => readonly HeaderPair[];
}

/** Returns the same credentials in other spellings, the most revealing first. */
export function respellingsOf({
  timestamp = "",
  nonce = "",
  signature = "",
}: Credentials): readonly Respelling[] {
  return [
    ...inOtherCase(nonce).map((text) => written("its nonce in other letter case", { nonce: text })),
    written("a zero before its timestamp", { timestamp: `0${timestamp}` }),
    ...(isHexadecimal(signature) ? inOtherCase(signature) : []).map((text) =>
      written("its signature in other letter case", { signature: text }),
    ),
    { name: "another nonce behind its own", change: (unused) => ({ nonce: `${nonce}, ${unused}` }) },
    written("a blank behind its nonce", { nonce: `${nonce} ` }),
    written("a no-break space behind its nonce", { nonce: `${nonce}\u00a0` }),
    ...(nonce.includes("-")
      ? [written("its nonce without hyphens", { nonce: nonce.replaceAll("-", "") })]
      : []),
    written("its nonce in quotes", { nonce: `"${nonce}"` }),
    {
      name: "another nonce in a header before its own",
      change: (unused) => ({ nonce: unused }),
      headers: () => [["X-Nonce", nonce]],
    },
    {
      name: "another nonce in a header behind its own",
      change: () => ({}),
      headers: (unused) => [["X-Nonce", unused]],
    },
    written("a plus before its timestamp", { timestamp: `+${timestamp}` }),
    written("a fraction of zero behind its timestamp", { timestamp: `${timestamp}.0` }),
    written("a blank behind its timestamp", { timestamp: `${timestamp} ` }),
  ];
}

function written(name: string, change: Partial<Credentials>): Respelling {
  return { name, change: () => change };
}

function inOtherCase(text: string): string[] {
  return [text.toUpperCase(), text.toLowerCase()].filter((other) => other !== text).slice(0, 1);
}

/** In base64 another letter case is another signature. */
function isHexadecimal(text: string): boolean {
  return /^[\da-f]+$/i.test(text);
}
