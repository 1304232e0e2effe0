import { afterBad, fault, replaceText } from "./tools.ts";
import type { Answer, Exchange, Fault } from "./types.ts";

const bad = (name: string, what: string, breaks: string, act: (a: Answer, x: Exchange) => unknown): Fault =>
  fault(name, "any", breaks, what, (p) => afterBad(p, act));

/** Refusals that are not as section 2.3 says. */
export const REFUSAL_FAULTS: Fault[] = [
  bad("refusal-html", "refusals are pages", "2.3", (a) =>
    replaceText(a, a.status, "text/html", "<h1>Bad Request</h1>"),
  ),
  bad("refusal-data-object", "refusals of register carry an object as data", "2.3 data", (a, x) => {
    if (x.op === "register") a.fields["data"] = { callbackUrl: "invalid" };
  }),
  bad("refusal-data-true", "refusals of register carry data true", "2.3 data", (a, x) => {
    if (x.op === "register") a.fields["data"] = true;
  }),
];
