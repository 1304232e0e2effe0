import { after, afterGood, everyNth, fault, isFields, replaceText, wrap } from "./tools.ts";
import type { Answer, Exchange, Fault, Plan } from "./types.ts";

type When = (x: Exchange) => boolean;

const on =
  (...ops: string[]): When =>
  (x) =>
    ops.includes(x.op);

const set =
  (name: string, value: unknown) =>
  (a: Answer): unknown =>
    (a.fields[name] = value);

/** Changes successes of some operations. */
const good = (name: string, what: string, breaks: string, when: When, act: (a: Answer) => unknown): Fault =>
  fault(name, "any", breaks, what, (p) =>
    afterGood(p, (a, x) => {
      if (when(x)) act(a);
    }),
  );

const all: When = () => true;
const writes = on("register", "disable");
const rewrite = (p: Plan, change: (text: string, x: Exchange) => string, when: When = all): void =>
  wrap(p, "text", (old) => (a, x) => (when(x) ? change(old(a, x), x) : old(a, x)));

/** Envelopes that are not as section 2.3 says. */
export const ENVELOPE_FAULTS: Fault[] = [
  good("code-string", "code is a string on success", "2.3 code", all, set("code", "0")),
  good(
    "code-string-disable",
    "code is a string in answers of disable",
    "2.3 code",
    on("disable"),
    set("code", "0"),
  ),
  good("code-fraction", "code is 0.5", "2.3 code", all, set("code", 0.5)),
  good("code-boolean", "code is false on query", "2.3 code", on("query"), set("code", false)),
  good("msg-number", "msg is a number", "2.3 msg", all, set("msg", 0)),
  good("message-object", "message is an object", "2.3 message", all, set("message", { en: "ok" })),
  good(
    "message-null-query",
    "message is a list on query",
    "2.3 message",
    on("query"),
    set("message", ["ok"]),
  ),
  good("data-text", 'data is "true" on writes', "2.3 data", writes, set("data", "true")),
  good("data-one", "data is 1 on writes", "2.3 data", writes, set("data", 1)),
  good("data-one-disable", "data is 1 on disable", "2.3 data", on("disable"), set("data", 1)),
  good(
    "data-object",
    "data is an object on register",
    "2.3 data",
    on("register"),
    set("data", { success: true }),
  ),
  good("data-null", "data is null on a successful disable", "7.2", on("disable"), set("data", null)),
  good(
    "data-absent",
    "data is left out on a successful register",
    "7.2",
    on("register"),
    (a) => delete a.fields["data"],
  ),
  good("data-false", "data is false on a successful register", "7.2", on("register"), set("data", false)),
  good(
    "data-false-disable",
    "data is false on a successful disable",
    "7.2",
    on("disable"),
    set("data", false),
  ),
  good(
    "data-url",
    "data of a register is the URL",
    "2.3 data",
    on("register"),
    set("data", "https://x.example/"),
  ),
  good(
    "data-list",
    "data of a query is a list of one",
    "2.3 data",
    on("query"),
    (a) => (a.fields["data"] = [a.fields["data"]]),
  ),
  good(
    "data-text-query",
    "data of a query is a string of JSON",
    "2.3 data",
    on("query"),
    (a) => (a.fields["data"] = JSON.stringify(a.fields["data"])),
  ),
  good("data-top", "a query shows the configuration beside code", "2.3 data", on("query"), (a) => {
    Object.assign(a.fields, a.fields["data"]);
    delete a.fields["data"];
  }),
  good(
    "bare",
    "a query answers the configuration alone",
    "2.3",
    on("query"),
    (a) => (a.fields = { ...(isFields(a.fields["data"]) ? a.fields["data"] : {}) }),
  ),
  good("bare-true", "register answers the bare value true", "2.3", on("register"), (a) => (a.text = "true")),
  good("plain-ok", "disable answers OK as text", "2.3", on("disable"), (a) =>
    replaceText(a, 200, "text/plain", "OK"),
  ),
  good("empty-204", "disable answers HTTP 204", "2.3", on("disable"), (a) =>
    replaceText(a, 204, "text/plain", ""),
  ),
  good("empty-200", "register answers HTTP 200 and no body", "2.3", on("register"), (a) =>
    replaceText(a, 200, "application/json", ""),
  ),
  fault("wrapped", "any", "2.3", "every envelope sits in a member result", (p) =>
    after(p, (a) => (a.fields = { result: a.fields })),
  ),
  fault("pascal", "any", "2.3", "envelope members start with capitals", (p) =>
    after(p, (a) => {
      a.fields = Object.fromEntries(
        Object.entries(a.fields).map(([k, v]) => [k.charAt(0).toUpperCase() + k.slice(1), v]),
      );
    }),
  ),
  fault("two-documents", "any", "2.3", "answers hold two JSON documents", (p) =>
    rewrite(p, (t) => `${t}\n${t}`),
  ),
  fault("trailing-comma", "any", "2.3", "objects end with a comma", (p) =>
    rewrite(p, (t) => t.replace(/\}$/, ",}")),
  ),
  fault("cut-short", "any", "2.3", "answers of query lack the last brace", (p) =>
    rewrite(p, (t) => t.slice(0, -1), on("query")),
  ),
  fault("single-quotes", "any", "2.3", "answers of disable quote with apostrophes", (p) =>
    rewrite(p, (t) => t.replaceAll('"', "'"), on("disable")),
  ),
  fault("code-nan", "any", "2.3 code", "code is NaN on register", (p) =>
    rewrite(p, (t) => t.replace(/"code":\d+/, '"code":NaN'), on("register")),
  ),
  fault("jsonp", "any", "2.3", "answers are guarded by a prefix", (p) => rewrite(p, (t) => `)]}',\n${t}`)),
  fault("latin1", "any", "2.3", "answers have an invalid UTF-8 byte in msg", (p) =>
    wrap(p, "pack", (old) => (a, text, x) => {
      const body = Buffer.from(text.replace('"msg":"', '"msg":"\u00e9'), "latin1");
      return { ...old(a, text, x), body };
    }),
  ),
  fault("code-string-tenth", "any", "2.3 code", "code is a string in every 10th answer", (p) => {
    const hit = everyNth(10);
    after(p, (a) => {
      if (hit()) a.fields["code"] = "0";
    });
  }),
  fault("data-null-thirtieth", "any", "7.2", "data is null in every 30th success", (p) => {
    const hit = everyNth(30);
    afterGood(p, (a) => {
      if (hit()) a.fields["data"] = null;
    });
  }),
  fault("data-text-update", "any", "2.3 data", "data is a string on a register that updates", (p) => {
    const seen = new Set<string>();
    afterGood(p, (a, x) => {
      if (x.op !== "register" || x.caller === null) return;
      if (seen.has(x.caller.name)) a.fields["data"] = "updated";
      seen.add(x.caller.name);
    });
  }),
  fault(
    "data-false-same",
    "any",
    "7.2",
    "registering the stored URL carries it out and answers data false",
    (p) =>
      wrap(p, "register", (old) => (x, m, done) => {
        const same = p.rows.get(m.name)?.callbackUrl === x.url;
        old(x, m, (a) => done(same ? { ...a, fields: { ...a.fields, data: 0 } } : a));
      }),
  ),
  fault("code-float-text", "any", "2.3 code", "code is written 0.50 on disable", (p) =>
    rewrite(p, (t) => t.replace(/"code":\d+/, '"code":0.50'), on("disable")),
  ),
];
