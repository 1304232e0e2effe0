import { after, afterBad, fault, onView, otherOf } from "./tools.ts";
import { hmac, store, text5 } from "./plan.ts";
import type { Exchange, Fault, Merchant, Plan, Row } from "./types.ts";

const LEAK = "5. credentials are the caller's";

const refusedAlso = (name: string, breaks: string, what: string, act: (row: Row, p: Plan) => void): Fault =>
  fault(name, "any", breaks, what, (p) =>
    afterBad(p, (_a, x) => {
      const row = p.rows.get(x.caller?.name ?? "");
      if (x.op === "register" && row !== undefined) act(row, p);
    }),
  );

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

/** Refusals that act, and answers that tell too much. */
export const LEAK_FAULTS: Fault[] = [
  storesWhen("refused-stores-http", "a refused http URL is stored", (url) => url.startsWith("http:")),
  storesWhen("refused-stores-long", "a refused URL that is too long is stored", (url) => url.length > 512),
  refusedAlso("refused-clears", "7.4", "a refused register empties the URL", (row) => (row.callbackUrl = "")),
  refusedAlso("refused-disables", "7.4", "a refused register disables", (row) => (row.status = 0)),
  refusedAlso(
    "refused-enables",
    "7.4",
    "a refused register enables a disabled configuration",
    (row) => (row.status = 1),
  ),
  refusedAlso(
    "refused-touches",
    "2.1 updateTime",
    "a refused register sets updateTime",
    (row, p) => (row.updateTime = p.now()),
  ),
  refusedAlso("refused-deletes", "7.4", "a refused register deletes the configuration", (row, p) =>
    p.rows.delete([...p.rows].find(([, r]) => r === row)?.[0] ?? ""),
  ),
  leak("leak-secret", "any", "a query tells the secret in message", "good", (_p, m) => `key ${m.secret}`),
  leak("leak-secret-header", "any", "a header tells the secret", "all", (_p, m) => ({ header: m.secret })),
  leak(
    "leak-secret-bad",
    "any",
    "refusals of known callers tell the secret",
    "bad",
    (_p, m) => `secret=${m.secret}`,
  ),
  leak(
    "leak-other-key",
    "any",
    "messages tell the other merchant's API key",
    "good",
    (p, m) => `not ${otherOf(p, m).apiKey}`,
  ),
  leak(
    "leak-other-url",
    "any",
    "messages of refusals tell the other merchant's URL",
    "bad",
    (p, m) => `taken: ${p.rows.get(otherOf(p, m).name)?.callbackUrl}`,
  ),
  leak("leak-secret-base64", "any", "a header tells the secret in base64", "all", (_p, m) => ({
    header: Buffer.from(m.secret).toString("base64"),
  })),
  leak(
    "leak-signature",
    "signed",
    "refusals tell the signature that was expected",
    "bad",
    (_p, m, x) => `expected ${hmac(m.secret, text5(x).join("\n"))}`,
  ),
  fault("leak-secret-view", "any", LEAK, "the configuration shows the secret", (p) =>
    onView(p, (f, _row, x) => (f["signKey"] = x.caller?.secret)),
  ),
  fault("leak-secret-disabled", "any", LEAK, "the configuration shows the secret while disabled", (p) =>
    onView(p, (f, row, x) => {
      if (row.status === 0) f["signKey"] = x.caller?.secret;
    }),
  ),
  fault("refused-stores", "any", "2.2; 7.4", "a refused string is stored all the same", (p) =>
    afterBad(p, (_a, x) => {
      if (x.op !== "register" || x.caller === null) return;
      const found = /"callbackUrl":\s*"([^"]+)"/.exec(x.body.toString("utf8"));
      if (found?.[1] !== undefined) store(p, { ...x, url: found[1] }, x.caller);
    }),
  ),
];
