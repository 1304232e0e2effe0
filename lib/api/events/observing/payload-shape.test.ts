import { expect, test } from "vitest";
import type { Arrival } from "../../../receiver/arrival.ts";
import { payloadShape } from "./payload-shape.ts";

test("no value is kept, not even where it is a name", () => {
  const arrival: Arrival = {
    number: 1,
    method: "POST",
    target: "/",
    headers: [["Content-Type", "application/json"]],
    body: Buffer.from('{"4111111111111111":{"otp":"730194"}}'),
    isCut: false,
    tls: undefined,
    at: 0,
    ticks: 0,
    answer: { status: 200 },
  };
  expect(JSON.stringify(payloadShape([arrival]))).toBe('{"/…/otp":"string (digits)"}');
});
