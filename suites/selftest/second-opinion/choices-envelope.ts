import { afterBad, afterGood, after, choice, statusOf, succeeded, wrap } from "./tools.ts";
import type { Choice } from "./types.ts";

const AUTH = ["no-key", "bad-key", "no-sign", "bad-sign", "bad-time", "bad-nonce"] as const;

/** Codes, HTTP statuses and the shape of envelopes. */
export const ENVELOPE_CHOICES: Choice[] = [
  choice("code-200", "any", "code is 200 on success", (p) => afterGood(p, (a) => (a.fields["code"] = 200))),
  choice("code-1", "any", "code is 1 on success", (p) => afterGood(p, (a) => (a.fields["code"] = 1))),
  choice("code-negative", "any", "codes of refusals are negative", (p) =>
    afterBad(p, (a) => (a.fields["code"] = -1)),
  ),
  choice("code-large", "any", "codes have nine digits", (p) =>
    after(p, (a) => (a.fields["code"] = succeeded(a) ? 100_000_000 : 140_000_000 + Number(a.fields["code"]))),
  ),
  choice("code-is-status", "any", "code repeats the HTTP status", (p) =>
    after(p, (a) => (a.fields["code"] = a.status)),
  ),
  choice("errors-200", "any", "every refusal is HTTP 200 with a code", (p) => statusOf(p, 200)),
  choice("errors-200-one-code", "any", "every refusal is HTTP 200 with code 500", (p) => {
    statusOf(p, 200);
    afterBad(p, (a) => (a.fields["code"] = 500));
  }),
  choice("errors-400", "any", "every refusal is HTTP 400", (p) => statusOf(p, 400)),
  choice("auth-403", "any", "refused callers get HTTP 403", (p) => statusOf(p, 403, ...AUTH)),
  choice("auth-404", "any", "refused callers get HTTP 404", (p) => statusOf(p, 404, ...AUTH)),
  choice("auth-missing-400", "any", "missing credentials get HTTP 400, wrong ones 401", (p) =>
    statusOf(p, 400, "no-key", "no-sign"),
  ),
  choice("auth-200-body-400", "any", "refused callers get HTTP 200, refused bodies 400", (p) =>
    statusOf(p, 200, ...AUTH),
  ),
  choice("auth-419", "any", "refused callers get HTTP 419", (p) => statusOf(p, 419, ...AUTH)),
  choice("body-422", "any", "refused bodies get HTTP 422", (p) => statusOf(p, 422, "bad-body", "bad-url")),
  choice("body-500", "any", "refused bodies get HTTP 500", (p) => statusOf(p, 500, "bad-body", "bad-url")),
  choice("json-500", "any", "malformed JSON gets HTTP 500, bad URLs 200", (p) => {
    statusOf(p, 500, "bad-body");
    statusOf(p, 200, "bad-url");
  }),
  choice("body-406", "any", "refused bodies get HTTP 406", (p) => statusOf(p, 406, "bad-body", "bad-url")),
  choice("refusal-false", "any", "refusals of register and disable carry data false", (p) =>
    afterBad(p, (a, x) => {
      if (x.op === "register" || x.op === "disable") a.fields["data"] = false;
    }),
  ),
  choice("refusal-false-code-0", "any", "a refused URL is HTTP 200, code 0 and data false", (p) =>
    wrap(p, "refuse", (old) => (why, x) => {
      const answer = old(why, x);
      if (why !== "bad-url" && why !== "bad-body") return answer;
      return { status: 200, fields: { ...answer.fields, code: 0, data: false }, headers: {} };
    }),
  ),
  choice("refusal-null", "any", "refusals carry data null", (p) =>
    afterBad(p, (a) => (a.fields["data"] = null)),
  ),
  choice("created-201", "any", "a register that creates is HTTP 201", (p) =>
    wrap(p, "register", (old) => (x, m, done) => {
      const known = p.rows.has(m.name);
      old(x, m, (a) => done({ ...a, status: known ? a.status : 201 }));
    }),
  ),
  choice("accepted-202", "any", "register and disable are HTTP 202", (p) =>
    afterGood(p, (a, x) => {
      if (x.op !== "query") a.status = 202;
    }),
  ),
  choice("partial-203", "any", "successes are HTTP 203, as through a proxy", (p) =>
    afterGood(p, (a) => (a.status = 203)),
  ),
  choice("texts-empty", "any", "msg and message are empty", (p) =>
    after(p, (a) => Object.assign(a.fields, { msg: "", message: "" })),
  ),
  choice("texts-differ", "any", "msg is in English, message in Chinese", (p) =>
    after(p, (a) => Object.assign(a.fields, { message: succeeded(a) ? "操作成功 ✔" : "请求无效 ✘" })),
  ),
  choice("texts-long", "any", "messages are 4,000 characters long", (p) =>
    after(p, (a) => Object.assign(a.fields, { message: "lorem ipsum ".repeat(340) })),
  ),
  choice("texts-url", "any", "the message of a refusal names the rule as a list", (p) =>
    afterBad(p, (a) => (a.fields["message"] = "[callbackUrl: size must be between 0 and 512]")),
  ),
  choice("extra-members", "any", "envelopes have more members", (p) =>
    after(p, (a, x) =>
      Object.assign(a.fields, {
        traceId: `t-${x.serial}`,
        success: succeeded(a),
        timestamp: 1_790_000_000_000 + x.serial,
        errors: succeeded(a) ? null : [{ field: "callbackUrl", reasons: ["invalid"] }],
      }),
    ),
  ),
  choice("extra-nested", "any", "configurations have more fields of every type", (p) =>
    wrap(p, "view", (old) => (row, x) => ({
      ...old(row, x),
      version: 3,
      deleted: false,
      ext: { "": [], tags: ["x"], deep: { deeper: { deepest: null } } },
      remark: null,
      url: "https://elsewhere.invalid/",
      enabled: row.status === 1,
    })),
  ),
  choice("order-reversed", "any", "members come in reverse order", (p) =>
    wrap(p, "text", () => (a) => {
      if (a.text !== undefined) return a.text;
      const data = a.fields["data"];
      const inner =
        typeof data === "object" && data !== null
          ? Object.fromEntries(Object.entries(data).toReversed())
          : data;
      return JSON.stringify(Object.fromEntries(Object.entries({ ...a.fields, data: inner }).toReversed()));
    }),
  ),
  choice("pretty", "any", "JSON is indented with tabs and CRLF", (p) =>
    wrap(
      p,
      "text",
      () => (a) => `\r\n${JSON.stringify(a.fields, null, "\t").replaceAll("\n", "\r\n")}\r\n\r\n`,
    ),
  ),
  choice("escaped", "any", "JSON escapes slashes and every non-ASCII or odd character", (p) =>
    wrap(
      p,
      "text",
      (old) => (a, x) =>
        old(a, x)
          .replaceAll("/", String.raw`\/`)
          .replaceAll(/[^\x20-\x7e]|[<>&']/gu, (c) =>
            [...Array(c.length).keys()]
              .map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, "0")}`)
              .join(""),
          ),
    ),
  ),
  choice("codes-per-operation", "any", "the success code differs per operation", (p) =>
    afterGood(p, (a, x) => (a.fields["code"] = { register: 2001, query: 2002, disable: 2003 }[x.op] ?? 2000)),
  ),
  choice("refusal-config-empty", "any", "a refused query carries data {}", (p) =>
    afterBad(p, (a, x) => {
      if (x.op === "query") a.fields["data"] = {};
    }),
  ),
];
