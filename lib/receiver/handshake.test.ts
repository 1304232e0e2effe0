import { expect, test } from "vitest";
import type { Echo } from "./echo.ts";
import { handshakeAnswer, isOnlyHandshake } from "./handshake.ts";

interface Asked {
  readonly method: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

function answerTo({ method, target = "/hook", headers = [], body = "" }: Asked, echo?: Echo) {
  return handshakeAnswer(
    { method, target, headers, body: Buffer.from(body), isCut: false, tls: undefined },
    echo,
  );
}

test("GET with a challenge is answered as JSON, a number as a number", () => {
  expect(answerTo({ method: "GET", target: "/?challenge=17" })?.body).toBe('{"challenge":17}');
  expect(answerTo({ method: "GET", target: "/?challenge=x1" })?.body).toBe('{"challenge":"x1"}');
});

test.each(['"17"', "17"])("POST with the challenge %s among few members is answered with it", (challenge) => {
  const body = `{"token":"t","challenge":${challenge},"type":"url_verification"}`;
  expect(answerTo({ method: "POST", body })?.body).toBe(`{"challenge":${challenge}}`);
});

test("a probe without a challenge finds the URL alive", () => {
  expect(answerTo({ method: "HEAD" })).toEqual({ status: 200 });
});

test.each([
  ['{"type":"card.3ds-challenge"}'],
  ['{"type":"card.3ds-challenge","challenge":"c-1"}'],
  ['{"id":"1","challengeId":"c-1"}'],
  ['{"id":"1","at":"2026","merchant":"M1","challenge":"c-1"}'],
  ['{"challenge":{"of":1}}'],
])("a delivery is no handshake: %s", (body) => {
  expect(answerTo({ method: "POST", body })).toBeUndefined();
  expect(answerTo({ method: "POST", body, headers: [["X-Challenge-Count", "1"]] })).toBeUndefined();
});

test("of one form, no other is answered; of none, nothing is", () => {
  const get = { method: "GET", target: "/?hub.challenge=c7" };
  const post = { method: "POST", body: '{"challenge":"c7"}' };
  expect(answerTo(get, "hub-challenge")?.body).toBe("c7");
  expect(answerTo(post, "hub-challenge")).toBeUndefined();
  expect(answerTo(post, "post-challenge")?.body).toBe('{"challenge":"c7"}');
  expect([answerTo(get, "none"), answerTo(post, "none")]).toEqual([undefined, undefined]);
});

test.each([
  ["query", "text", { body: "c7" }],
  ["header", "header", { headers: { "X-Hook-Secret": "c7" } }],
  ["member", "json", { body: '{"X-Hook-Secret":"c7"}' }],
] as const)("a form of one's own: from the %s, as %s", (from, to, answer) => {
  const asked = {
    query: { method: "POST", target: "/?a=1&x-hook-secret=c7" },
    header: { method: "POST", headers: [["x-hook-secret", "c7"]] as const },
    member: { method: "POST", body: '{"x-hook-secret":"c7"}' },
  }[from];
  expect(answerTo(asked)).toBeUndefined();
  expect(answerTo(asked, { from, name: "X-Hook-Secret", to })).toMatchObject(answer);
});

test.for([
  ["a letter beyond ASCII", "X-Challenge", "\u00e9"],
  ["a long value", "X-Challenge", "c".repeat(2_000)],
  ["a line break", "X-Challenge", "a\r\nSet-Cookie: b"],
  ["a dot in its name", "X.Challenge", "c7"],
  ["a long name", `X-Challenge-${"x".repeat(200)}`, "c7"],
] as const)("a challenge that no answer can hold is not echoed: %s", ([, name, value]) => {
  expect(answerTo({ method: "POST", headers: [[name, value]] })).toBeUndefined();
});

test.for(['{"id":"1","challenge":"c7"}', '{"challenge":"c7"}'])(
  "after an event, %s may be a delivery",
  (body) => {
    const request = { method: "POST", target: "/", headers: [], isCut: false, tls: undefined };
    expect(isOnlyHandshake({ ...request, body: Buffer.from(body) })).toBe(false);
    const verifying = Buffer.from('{"token":"t","challenge":"c7","type":"url_verification"}');
    expect(isOnlyHandshake({ ...request, body: verifying })).toBe(true);
  },
);

test.for(["\u00e9", "c".repeat(2_000), "a\r\nSet-Cookie: b"])("no header of an answer is %j", (value) => {
  const asked = { method: "GET", target: `/?secret=${encodeURIComponent(value)}` };
  expect(answerTo(asked, { from: "query", name: "secret", to: "header" })).toEqual({ status: 200 });
});
