import { expect, test } from "vitest";
import { Redactor } from "../../secrets/redactor.ts";
import { Recorder } from "./recorder.ts";

const CARD = "4242424242424242";
const CODE = "730194";
const OWN = ["https://receiver.example/cc-1/hook?x=%2F"];

test("an arrival is an entry of the log, without the content of its event", () => {
  const recorder = new Recorder(new Redactor(), "https://issuer.example");
  const arrival = {
    method: "POST",
    target: `/cc-1/hook/${CARD}?x=%2F&code=${CODE}`,
    headers: [
      ["Host", "receiver.example"],
      ["User-Agent", `Sender/${CODE}`],
      ["Content-Type", `text/plain; card=${CARD}`],
      ["Content-Length", CODE],
      ["X-Card", CARD],
      [`X-${CARD}`, "1"],
    ] as const,
    body: Buffer.from(`{"card":"${CARD}"}`),
    isCut: false,
    tls: undefined,
    number: 1,
    at: 0,
    ticks: 0,
  };
  recorder.log.begin("delivery.none-while-disabled");
  recorder.recordArrival({ ...arrival, answer: { status: 503 } }, "https://receiver.example", OWN);
  recorder.recordArrival(
    { ...arrival, answer: { status: 200, ending: "hang" } },
    "https://receiver.example",
    OWN,
  );
  expect(JSON.stringify(recorder.exchanges)).not.toMatch(new RegExp(`${CARD}|${CODE}`));
  expect(recorder.exchanges).toMatchObject([
    {
      index: 1,
      caller: "the target",
      arrived: true,
      request: {
        method: "POST",
        url: "https://receiver.example/cc-1/hook/[16 digits]?x=%2F&[4 letters]=[6 digits]",
        headers: [
          ["Host", "receiver.example"],
          ["User-Agent", "Sender"],
          ["Content-Type", "[not kept]"],
          ["Content-Length", "[not kept]"],
          ["X-Card", "[not kept]"],
          ["X-…", "[not kept]"],
        ],
        body: "[27 bytes]",
      },
      answer: { status: 503 },
    },
    { index: 2, failure: "The receiver gave no whole answer, as planned (hang)." },
  ]);
});
