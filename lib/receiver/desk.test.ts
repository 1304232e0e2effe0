import { expect, test } from "vitest";
import type { Received } from "./arrival.ts";
import { Desk } from "./desk.ts";

const look = (target: string): Received => ({
  method: "GET",
  target,
  headers: [],
  body: new Uint8Array(),
  isCut: false,
  tls: undefined,
});

test("of handshakes the last twenty are kept, numbered by themselves", () => {
  const desk = new Desk({ now: () => 0, ticks: () => 0 });
  for (let at = 1; at <= 25; at += 1) desk.receive(look(`/${at}`));
  expect(desk.handshakes.map(({ number, target }) => `${number} ${target}`)).toEqual(
    Array.from({ length: 20 }, (_, at) => `${at + 6} /${at + 6}`),
  );
  desk.receive({ ...look("/event"), method: "POST" });
  expect(desk.arrivals).toMatchObject([{ number: 1, target: "/event" }]);
});
