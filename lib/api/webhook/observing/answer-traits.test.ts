import { expect, test } from "vitest";
import type { HeaderPair } from "../../../http/transport.ts";
import { answerTraits } from "./answer-traits.ts";
import type { SeenAnswer } from "./seen-answer.ts";

const ANSWER: Omit<SeenAnswer, "headers"> = {
  caller: "alpha",
  label: "query",
  expects: "success",
  overlaps: false,
  succeeded: true,
  kind: undefined,
  url: undefined,
  status: 200,
  envelope: undefined,
  configuration: undefined,
  receivedAt: 0,
  durationMs: 1,
};
const traits = (...all: readonly (readonly HeaderPair[])[]) =>
  answerTraits(new Map([["query", all.map((headers) => ({ ...ANSWER, headers }))]]));

const kept: readonly HeaderPair[] = [
  ["Content-Length", "2"],
  ["Date", "now"],
];
const closed: readonly HeaderPair[] = [
  ["TRANSFER-ENCODING", "chunked"],
  ["CONNECTION", "Close"],
  ["CONTENT-ENCODING", "gzip"],
];

test("answers are seen by their traits, headers by their purpose", () => {
  expect(traits(kept, kept)).toMatchObject({
    status: { value: 200, stable: true },
    code: { value: "no envelope", stable: true },
    "Content-Type": { value: "absent", stable: true },
    "header names": { value: "capitalised", stable: true },
    length: { value: "Content-Length", stable: true },
    compression: { value: "none", stable: true },
    Date: { value: "present", stable: true },
    connection: { value: "kept", stable: true },
  });
  expect(traits(closed, closed)).toMatchObject({
    "header names": { value: "upper case" },
    length: { value: "chunked" },
    compression: { value: "gzip" },
    Date: { value: "absent" },
    connection: { value: "closed" },
  });
});

test("each trait varies alone; a connection that is closed now and then is kept", () => {
  expect(traits(kept, closed)).toMatchObject({
    status: { value: 200, stable: true },
    length: { value: ["Content-Length", "chunked"], stable: false },
    connection: { value: "kept", stable: true },
  });
});

test("kinds that are answered alike share one value; a request that was accepted is shown", () => {
  const refused = { ...ANSWER, kind: "no body", succeeded: false, headers: [] } as const;
  const groups: readonly (readonly [string, readonly SeenAnswer[]])[] = [
    ["no body", [refused, { ...refused, status: 400 }]],
    ["array as body", [{ ...refused, kind: "array as body", status: 422 }]],
    ["no callback URL", [{ ...refused, kind: "no callback URL", succeeded: true }]],
  ];
  expect(answerTraits(new Map(groups.slice(0, 1)))["status"]).toEqual({ value: [200, 400], stable: false });
  expect(answerTraits(new Map(groups.slice(1)))["status"]).toEqual({
    value: { "array as body": 422, "no callback URL": "accepted" },
    stable: true,
    once: true,
  });
  expect(() => answerTraits(new Map([["no body", []]]))).toThrow("No answer of the run shows it.");
});
