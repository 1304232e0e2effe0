import { expect, test } from "vitest";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { moveLog } from "../api/operations/move-log.ts";
import { openLogbook } from "./logbook.ts";

const BASE_URL = "https://sandbox.issuer.example/api";
const [ALPHA, BETA, ROTATED] = ["key-of-alpha", "key-of-beta", "new-key-of-alpha"];

function environment() {
  return { XDG_STATE_HOME: temporaryFolder() };
}

/** The ids that a run finds used up, and the ones that it uses itself. */
async function run(env: Record<string, string>, baseUrl: string, apiKeys: readonly string[], uses?: string) {
  const merchants = apiKeys.map((apiKey, index) => ({ name: `m${index}`, apiKey }));
  const logbook = await openLogbook({ baseUrl, merchants }, env);
  const log = moveLog(logbook.movesFile);
  const used = [...log.used("card/cancel")];
  const facts = {
    at: "2026-01-02T03:04:05.000Z",
    runId: `cc-${uses}`,
    merchant: "m0",
    operation: "card/cancel",
  };
  if (uses !== undefined) log.note({ ...facts, id: uses, state: "about to be sent" });
  logbook.close();
  return used;
}

test("an id is used once at an address, by whichever merchant stands first and whatever its key is", async () => {
  const env = environment();
  expect(await run(env, BASE_URL, [ALPHA, BETA], "card-A")).toEqual([]);
  expect(await run(env, BASE_URL, [BETA, ALPHA], "card-B")).toEqual(["card-A"]);
  expect(await run(env, "https://SANDBOX.issuer.example:443/api/", [ROTATED])).toEqual(["card-A", "card-B"]);
});
