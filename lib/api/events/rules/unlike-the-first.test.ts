import { expect, test } from "vitest";
import { unlikeTheFirst } from "./unlike-the-first.ts";

const FIRST = '{"id":"evt-7","type":"card.status","sent":"2026-01-02"}';

const EARLIER = '{"id":"evt-1","type":"card.status"}';

interface Form {
  readonly method?: string;
  readonly headers?: readonly (readonly [string, string])[];
}

function attempt(body: string, { method = "POST", headers = [] }: Form = {}) {
  return { method, headers, body: Buffer.from(body) };
}

test.for([
  [FIRST, undefined],
  ['{"id":"evt-7","type":"card.status","sent":"2026-01-03","attempt":2}', undefined],
  ['{"data":{"event":"evt-7"}}', undefined],
  ["", "has no body"],
  [FIRST.slice(0, 20), "has a part of the body only"],
  ["{}", "has no value of the first one"],
  ['{"type":"card.status","id":"evt-7"}', "has a part of the members only"],
  ["ZXZ0LTc=", "is not JSON, unlike the first one"],
  [EARLIER, "has the body of an earlier event"],
  ['{"id":"evt-7","type":"card.transaction"}', "carries card.transaction"],
] as const)("a retry with the body %s: %s", ([body, difference]) => {
  expect(unlikeTheFirst([attempt(FIRST), attempt(FIRST), attempt(body)], [Buffer.from(EARLIER)])).toBe(
    difference,
  );
});

const TYPE = ["content-type", "application/json"] as const;

test.for<readonly [Form, string | undefined]>([
  [{ headers: [["Content-Type", "application/JSON; charset=utf-8"]] }, undefined],
  [{ headers: [TYPE], method: "PUT" }, "is sent by PUT instead of POST"],
  [{}, "has Content-Type missing instead of application/json"],
  [{ headers: [["content-type", "text/plain"]] }, "has Content-Type text/plain instead of application/json"],
  [{ headers: [TYPE, ["content-encoding", "gzip"]] }, "has Content-Encoding gzip instead of missing"],
])("a retry in the form %o: %s", ([form, difference]) => {
  expect(unlikeTheFirst([attempt(FIRST, { headers: [TYPE] }), attempt(FIRST, form)], [])).toBe(difference);
});

test("a payload of which no value comes twice may be encrypted anew for each attempt", () => {
  const [first, retry, earlier] = ["q8Zk1w==", "w07cYt==", "m5Lr9a=="].map((text) => `{"jwe":"${text}"}`);
  const others = [Buffer.from(earlier ?? "")];
  expect(unlikeTheFirst([attempt(first ?? ""), attempt(retry ?? "")], others)).toBeUndefined();
});

test("what is no JSON is compared as a whole only", () => {
  expect(unlikeTheFirst([attempt("a=1&b=2"), attempt("b=3")], [])).toBeUndefined();
});
