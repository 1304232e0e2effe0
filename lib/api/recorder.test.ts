import { expect, test } from "vitest";
import { Redactor } from "../secrets/redactor.ts";
import { Recorder } from "./recorder.ts";

const CARD = "4242424242424242";

test("an arrival is an entry of the log, without what it tells of its event", () => {
  const recorder = new Recorder(new Redactor(), "https://issuer.example");
  const arrival = {
    method: "POST",
    target: "/cc-1/hook?x=%2F",
    headers: [
      ["Host", "receiver.example"],
      ["X-Card", CARD],
    ] as const,
    body: Buffer.from(`{"card":"${CARD}"}`),
    isCut: false,
    tls: undefined,
    number: 1,
    at: 0,
    ticks: 0,
  };
  recorder.log.begin("delivery.none-while-disabled");
  recorder.arrived({ ...arrival, answer: { status: 503 } }, "https://receiver.example");
  recorder.arrived({ ...arrival, answer: { status: 200, ending: "hang" } }, "https://receiver.example");
  expect(JSON.stringify(recorder.exchanges)).not.toContain(CARD);
  expect(recorder.exchanges).toMatchObject([
    {
      index: 1,
      caller: "the target",
      arrived: true,
      request: {
        method: "POST",
        url: "https://receiver.example/cc-1/hook?x=%2F",
        headers: [
          ["Host", "receiver.example"],
          ["X-Card", "[not kept]"],
        ],
        body: "[27 bytes]",
      },
      answer: { status: 503 },
    },
    { index: 2, failure: "The receiver gave no whole answer, as planned (hang)." },
  ]);
});
