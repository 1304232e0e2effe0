import { hmac, text5 } from "./plan.ts";
import { fault, wrap } from "./tools.ts";
import type { Exchange, Fault } from "./types.ts";

export const head = (x: Exchange, name: string): string => x.headers[name] ?? "";

/** Passes an empty or absent header. */
export const blank = (
  name: string,
  what: string,
  breaks: string,
  header: string,
  test: (x: Exchange) => boolean,
): Fault =>
  fault(name, "signed", breaks, what, (p) =>
    wrap(p, "proof", (old) => (x, m) => {
      if (head(x, header) !== "" || !test(x)) return old(x, m);
      if (header === "x-signature") return null;
      const wanted = hmac(m.secret, text5(x).join("\n"));
      return head(x, "x-signature") === wanted ? null : "bad-sign";
    }),
  );
