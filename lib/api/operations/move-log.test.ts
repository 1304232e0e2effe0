import { appendFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../cli/testing/temporary-folder.ts";
import { type MoveEntry, moveLog } from "./move-log.ts";

const entry = (id: string): MoveEntry => ({
  at: "2026-01-02T03:04:05.000Z",
  runId: "cc-0000000001",
  merchant: "alpha",
  operation: "card/cancel",
  id,
  state: "about to be sent",
});

function file(): string {
  return join(temporaryFolder(), "moves.jsonl");
}

test("what one run has used up is used up for the next one, of the same operation", () => {
  const kept = file();
  moveLog(kept).note(entry("C1"));
  moveLog(kept).note(entry("C2"));
  expect([...moveLog(kept).used("card/cancel")]).toEqual(["C1", "C2"]);
  expect([...moveLog(kept).used("account/transfer")]).toEqual([]);
});

test("an id goes to the run that noted it first, although both found it free", () => {
  const kept = file();
  const [one, other] = [moveLog(kept), moveLog(kept)];
  expect(one.note({ ...entry("C1"), runId: "cc-one" })).toBe(true);
  expect(other.used("card/cancel").has("C1")).toBe(false);
  expect(other.note({ ...entry("C1"), runId: "cc-other" })).toBe(false);
  expect(other.note({ ...entry("C2"), runId: "cc-other" })).toBe(true);
});

test("only its owner may read it", () => {
  const kept = file();
  moveLog(kept).note(entry("C1"));
  expect(statSync(kept).mode & 0o777).toBe(0o600);
});

test("a line that was cut off says nothing, and takes none of the others with it", () => {
  const kept = file();
  moveLog(kept).note(entry("C1"));
  appendFileSync(kept, '{"operation":"card/canc');
  moveLog(kept).note(entry("C2"));
  expect([...moveLog(kept).used("card/cancel")]).toEqual(["C1", "C2"]);
});

test("what cannot be noted is an error, so that it is not sent", () => {
  const log = moveLog(join(file(), "no-such-folder", "moves.jsonl"));
  expect(() => log.note(entry("C1"))).toThrow("ENOENT");
  expect([...log.used("card/cancel")]).toEqual([]);
});
