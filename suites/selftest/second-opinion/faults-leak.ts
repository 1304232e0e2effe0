import { after, afterBad, fault } from "./tools.ts";
import { store } from "./plan.ts";
import type { Exchange, Fault, Merchant, Plan } from "./types.ts";

const LEAK = "5. credentials are the caller's";

const storesWhen = (name: string, what: string, test: (url: string) => boolean): Fault =>
  fault(name, "any", "2.2; 7.4", what, (p) =>
    afterBad(p, (_a, x) => {
      const url = /"callbackUrl":\s*"([^"]+)"/.exec(x.body.toString("utf8"))?.[1];
      if (x.op === "register" && x.caller !== null && url !== undefined && test(url))
        store(p, { ...x, url }, x.caller);
    }),
  );

const leak = (
  name: string,
  mode: "any" | "signed",
  what: string,
  when: "good" | "bad" | "all",
  show: (p: Plan, m: Merchant, x: Exchange) => string | { header: string },
): Fault =>
  fault(name, mode, LEAK, what, (p) =>
    after(p, (a, x) => {
      const fine = a.fields["code"] === 0;
      if (x.caller === null || (when === "good" && !fine) || (when === "bad" && fine)) return;
      const text = show(p, x.caller, x);
      if (typeof text === "string") a.fields["message"] = text;
      else a.headers["x-debug"] = text.header;
    }),
  );

/** Refusals that act, and answers that reveal too much. */
export const LEAK_FAULTS: Fault[] = [
  storesWhen("refused-stores-http", "a refused http URL is stored", (url) => url.startsWith("http:")),
  storesWhen("refused-stores-long", "a refused URL that is too long is stored", (url) => url.length > 512),
  leak("leak-secret", "any", "a query shows the secret in message", "good", (_p, m) => `key ${m.secret}`),
  fault("refused-stores", "any", "2.2; 7.4", "a refused string is stored all the same", (p) =>
    afterBad(p, (_a, x) => {
      if (x.op !== "register" || x.caller === null) return;
      const found = /"callbackUrl":\s*"([^"]+)"/.exec(x.body.toString("utf8"));
      if (found?.[1] !== undefined) store(p, { ...x, url: found[1] }, x.caller);
    }),
  ),
];
