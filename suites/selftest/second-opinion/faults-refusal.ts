import { afterBad, fault, replaceText, wrap } from "./tools.ts";
import type { Answer, Exchange, Fault } from "./types.ts";

const set =
  (name: string, value: unknown) =>
  (a: Answer): unknown =>
    (a.fields[name] = value);

const bad = (name: string, what: string, breaks: string, act: (a: Answer, x: Exchange) => unknown): Fault =>
  fault(name, "any", breaks, what, (p) => afterBad(p, act));

/** Refusals that are not as section 2.3 says. */
export const REFUSAL_FAULTS: Fault[] = [
  bad("code-string-refusal", "code is a word in refusals", "2.3 code", set("code", "BAD_REQUEST")),
  bad("code-object-refusal", "code is an object in refusals", "2.3 code", set("code", { value: 400 })),
  fault("code-string-auth", "any", "2.3 code", "code is a string when the key is refused", (p) =>
    wrap(p, "refuse", (old) => (why, x) => {
      const answer = old(why, x);
      if (why === "no-key" || why === "bad-key") answer.fields["code"] = "401";
      return answer;
    }),
  ),
  fault("code-string-no-key", "any", "2.3 code", "code is a string when there is no key", (p) =>
    wrap(p, "refuse", (old) => (why, x) => {
      const answer = old(why, x);
      if (why === "no-key") answer.fields["code"] = "401";
      return answer;
    }),
  ),
  bad("msg-list-refusal", "msg is a list in refusals", "2.3 msg", set("msg", ["callbackUrl is invalid"])),
  bad(
    "message-object-refusal",
    "message is an object in refusals",
    "2.3 message",
    set("message", { callbackUrl: ["x"] }),
  ),
  bad("refusal-spring", "refusals are the error object of a framework", "2.3", (a, x) => {
    a.fields = {
      timestamp: "2026-01-01T00:00:00Z",
      status: String(a.status),
      error: "Bad Request",
      code: "E1",
      path: x.path,
    };
  }),
  bad("refusal-html", "refusals are pages", "2.3", (a) =>
    replaceText(a, a.status, "text/html", "<h1>Bad Request</h1>"),
  ),
  bad("refusal-empty", "refusals have no body", "2.3", (a) =>
    replaceText(a, a.status, "application/json", ""),
  ),
  bad("refusal-list", "refusals are a list of errors", "2.3", (a) => (a.text = JSON.stringify([a.fields]))),
  bad("refusal-data-object", "refusals of register carry an object as data", "2.3 data", (a, x) => {
    if (x.op === "register") a.fields["data"] = { callbackUrl: "invalid" };
  }),
  bad("refusal-data-true", "refusals of register carry data true", "2.3 data", (a, x) => {
    if (x.op === "register") a.fields["data"] = true;
  }),
  fault("refusal-html-json", "any", "2.3", "malformed JSON gets a page", (p) =>
    wrap(p, "refuse", (old) => (why, x) => {
      const answer = old(why, x);
      if (why === "bad-body") replaceText(answer, 400, "text/html", "<pre>SyntaxError</pre>");
      return answer;
    }),
  ),
  fault("refusal-html-auth", "any", "2.3", "an unknown key gets a page", (p) =>
    wrap(p, "refuse", (old) => (why, x) => {
      const answer = old(why, x);
      if (why === "bad-key" || why === "bad-sign") replaceText(answer, 401, "text/html", "<h1>401</h1>");
      return answer;
    }),
  ),
  fault("refusal-text-long", "any", "2.3", "a URL that is too long gets plain text", (p) =>
    wrap(p, "refuse", (old) => (why, x) => {
      const answer = old(why, x);
      if (why === "bad-url" && x.body.length > 540) replaceText(answer, 400, "text/plain", "too long");
      return answer;
    }),
  ),
];
