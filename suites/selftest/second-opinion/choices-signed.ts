import { createHmac } from "node:crypto";
import { hmac, sha256, text5 } from "./plan.ts";
import { choice, wrap } from "./tools.ts";
import type { Choice, Exchange } from "./types.ts";

function isSignedOver(x: Exchange, secret: string, body: string): boolean {
  const text = [...text5(x).slice(0, -1), sha256(body)].join("\n");
  return hmac(secret, text) === x.headers["x-signature"];
}

/** The body as JSON.stringify writes it. */
function rewritten({ body }: Exchange): string {
  try {
    return JSON.stringify(JSON.parse(body.toString("utf8")));
  } catch {
    return "";
  }
}

const nonceOf = (x: Exchange): string => `${x.caller?.name} ${x.headers["x-nonce"]}`;

/** Signatures and nonces where the document does not say how they are made or kept. */
export const SIGNED_CHOICES: Choice[] = [
  choice("hash-md5", "signed", "HMAC with MD5 or SHA-1 is taken too", (p) =>
    wrap(p, "sign", (old) => (text, m) => [
      ...old(text, m),
      ...["md5", "sha1"].map((hash) => createHmac(hash, m.secret).update(text).digest("hex")),
    ]),
  ),
  choice("sign-reserialised", "signed", "the body may be written again before it is hashed", (p) =>
    wrap(p, "proof", (old) => (x, m) => {
      const why = old(x, m);
      return why === "bad-sign" && isSignedOver(x, m.secret, rewritten(x)) ? null : why;
    }),
  ),
  choice("nonce-race-5", "signed", "a nonce is written down when the answer is sent, 8 ms later", (p) => {
    const seen = new Set<string>();
    p.fresh = (x) => !seen.has(nonceOf(x));
    for (const op of ["register", "query", "disable"] as const) {
      wrap(p, op, (old) => (x, m, done) => {
        p.later(
          () =>
            old(x, m, (answer) => {
              seen.add(nonceOf(x));
              done(answer);
            }),
          8,
        );
      });
    }
  }),
];
