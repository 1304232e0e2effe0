import { after, afterGood, everyNth, fault, wrap } from "./tools.ts";
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
  good("msg-number", "msg is a number", "2.3 msg", all, set("msg", 0)),
  good("message-object", "message is an object", "2.3 message", all, set("message", { en: "ok" })),
  good("data-text", 'data is "true" on writes', "2.3 data", writes, set("data", "true")),
  good("data-null", "data is null on a successful disable", "7.2", on("disable"), set("data", null)),
  good(
    "data-absent",
    "data is left out on a successful register",
    "7.2",
    on("register"),
    (a) => delete a.fields["data"],
  ),
  good(
    "data-list",
    "data of a query is a list of one",
    "2.3 data",
    on("query"),
    (a) => (a.fields["data"] = [a.fields["data"]]),
  ),
  good("data-top", "a query shows the configuration beside code", "2.3 data", on("query"), (a) => {
    Object.assign(a.fields, a.fields["data"]);
    delete a.fields["data"];
  }),
  good("bare-true", "register answers the bare value true", "2.3", on("register"), (a) => (a.text = "true")),
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
  fault("jsonp", "any", "2.3", "answers are guarded by a prefix", (p) => rewrite(p, (t) => `)]}',\n${t}`)),
  fault("latin1", "any", "2.3", "answers have an invalid UTF-8 byte in msg", (p) =>
    wrap(p, "pack", (old) => (a, text, x) => {
      const body = Buffer.from(text.replace('"msg":"', '"msg":"\u00e9'), "latin1");
      return { ...old(a, text, x), body };
    }),
  ),
  fault("data-null-thirtieth", "any", "7.2", "data is null in every 30th success", (p) => {
    const hit = everyNth(30);
    afterGood(p, (a) => {
      if (hit()) a.fields["data"] = null;
    });
  }),
];
