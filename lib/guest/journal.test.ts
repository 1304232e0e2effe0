import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type JournalEntry, readJournal, removeJournal, writeJournal } from "./journal.ts";

const folder = mkdtempSync(join(tmpdir(), "card-issuing-conformance-journal-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENTRY: JournalEntry = {
  schemaVersion: 1,
  baseUrl: "https://issuer.example",
  merchant: "alpha",
  runIds: ["cc-0123456789"],
  startedAt: "2026-01-02T03:04:05.000Z",
  configuration: { callbackUrl: "https://a.example/?token=1", status: 0, eventTypes: "[]" },
};

test("only the owner can read a written entry again, and its removal leaves nothing", () => {
  const file = join(folder, "below", "entry.json");
  for (const configuration of [ENTRY.configuration, {}, null]) {
    writeJournal(file, { ...ENTRY, configuration });
    expect(readJournal(file)).toEqual({ ...ENTRY, configuration });
  }
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "below")).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, "below"))).toEqual(["entry.json"]);
  removeJournal(file);
  expect(readJournal(file)).toBeUndefined();
});
