import { expect, test } from "vitest";
import { handshake } from "./handshake.ts";

interface Asked {
  readonly method: string;
  readonly target?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body?: string;
}

function answerTo({ method, target = "/hook", headers = [], body = "" }: Asked) {
  return handshake({ method, target, headers, body: Buffer.from(body), isCut: false, tls: undefined });
}

test("OPTIONS with an origin is answered in headers", () => {
  expect(answerTo({ method: "OPTIONS", headers: [["WebHook-Request-Origin", "issuer.example"]] })).toEqual({
    status: 200,
    headers: {
      allow: "POST, OPTIONS",
      "webhook-allowed-origin": "issuer.example",
      "webhook-allowed-rate": "*",
    },
  });
});

test("GET with hub.challenge is answered with its text", () => {
  const asked = { method: "GET", target: "/hook?hub.mode=subscribe&hub.challenge=a%2Bb" };
  expect(answerTo(asked)).toMatchObject({ status: 200, body: "a+b" });
});

test("GET with a challenge is answered as JSON, a number as a number", () => {
  expect(answerTo({ method: "GET", target: "/?challenge=17" })?.body).toBe('{"challenge":17}');
  expect(answerTo({ method: "GET", target: "/?challenge=x1" })?.body).toBe('{"challenge":"x1"}');
});

test("POST with a challenge in header and body is answered in both", () => {
  const headers = [["Sheet-Hook-Challenge", "c7"]] as const;
  expect(answerTo({ method: "POST", headers, body: '{"challenge":"c7"}' })).toMatchObject({
    headers: { "Sheet-Hook-Response": "c7" },
    body: '{"challenge":"c7"}',
  });
});

test("POST of nothing with a challenge in a header alone is answered with its text", () => {
  const answer = answerTo({ method: "POST", headers: [["X-Challenge", "c7"]], body: "{}" });
  expect(answer).toMatchObject({ status: 200, headers: { "X-Challenge": "c7" }, body: "c7" });
});

test("a probe without a challenge finds the URL alive, and a delivery is no handshake", () => {
  expect(answerTo({ method: "HEAD" })).toEqual({ status: 200 });
  expect(answerTo({ method: "POST", body: '{"type":"card.3ds-challenge"}' })).toBeUndefined();
  expect(answerTo({ method: "POST", body: '{"challenge":{"of":1}}' })).toBeUndefined();
});
