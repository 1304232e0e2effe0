import { Writable } from "node:stream";
import { expect, test } from "vitest";
import { printPieces } from "./print-pieces.ts";

/** A reader that takes one piece at a time, and goes away after some. */
function reader(goesAfter = Infinity) {
  const taken: string[] = [];
  const waiting: number[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write(piece: string, _, done) {
      taken.push(piece);
      waiting.push(stream.writableLength - piece.length);
      if (taken.length === goesAfter) stream.destroy();
      setImmediate(done);
    },
  });
  return { stream, taken, waiting };
}

test("a slow reader gets every piece, and no piece waits in memory", async () => {
  const { stream, taken, waiting } = reader();
  await printPieces(["a", "bb", "ccc"], stream);
  expect({ taken, waiting }).toEqual({ taken: ["a", "bb", "ccc"], waiting: [0, 0, 0] });
});

test("nothing more is made for a reader that has gone", async () => {
  let made = 0;
  const pieces = (function* () {
    for (; made < 9; made += 1) yield "piece";
  })();
  const { stream, taken } = reader(2);
  await printPieces(pieces, stream);
  expect({ taken, made: made < 4 }).toEqual({ taken: ["piece", "piece"], made: true });
});
