import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { profileText, servedMcp } from "../../lib/cli/testing/served-mcp.ts";
import { servedReference } from "../../lib/cli/testing/served-reference.ts";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { ENVELOPES, type Form, HEADS, MESSAGES } from "./greatest-forms.ts";

/** So many answers of each form have the greatest size. */
const TIMES = 3;
const MAX_PRINTED_CHARS = 2_000_000;
/** A cost that is more than linear in two million characters takes far longer than a slow machine. */
const TIMEOUT_MS = 240_000;

type Served = (changed: (answer: Response) => Promise<Response>) => Promise<readonly string[]>;

/** The options of a run against the reference, whose answers are changed. */
const ofApi: Served = async (changed) => ["--base-url", await servedReference({ changed })];
const ofMcp: Served = async (changed) => {
  const file = join(temporaryFolder(), "service.yaml");
  const { url } = await servedMcp({ changed });
  writeFileSync(file, profileText(`${url}/mcp`));
  return ["--profile", file];
};

/** Fills answers: each that has a place for a form, with the form that came least often so far. */
function filling(forms: Readonly<Record<string, Form>>) {
  const times = new Map(Object.keys(forms).map((name) => [name, 0]));
  const changed = async (answer: Response) => {
    const { status, headers } = answer;
    const usual = { status, headers: [...headers], body: Buffer.from(await answer.clone().arrayBuffer()) };
    for (const [name, count] of [...times].toSorted(([, one], [, other]) => one - other)) {
      const filled = count < TIMES ? forms[name]?.(usual) : undefined;
      if (filled === undefined) continue;
      times.set(name, count + 1);
      const others = filled.headers.filter(([header]) => header !== "content-length");
      return new Response(Buffer.from(filled.body), { status, headers: others.map(([...pair]) => pair) });
    }
    return answer;
  };
  return { times, changed };
}

test.each<[string, Readonly<Record<string, Form>>, Served]>([
  ["envelopes", ENVELOPES, ofApi],
  ["messages", MESSAGES, ofMcp],
  ["heads", HEADS, ofApi],
])(
  "%s of the greatest size: a run ends, and every command that reads its results",
  { timeout: TIMEOUT_MS },
  async (_, forms, served) => {
    const { times, changed } = filling(forms);
    const folder = temporaryFolder();
    const where = await served(changed);
    const run = await runBin(["run", ...where, "--depth", "quick", "--verbose", "--html", "--out", folder]);
    expect({ errored: readResult(folder).counts.errored, stderr: run.stderr }).toEqual({
      errored: 0,
      stderr: "",
    });
    expect([...times].filter(([, count]) => count === 0)).toEqual([]);
    expect(run.stdout.length).toBeLessThan(MAX_PRINTED_CHARS);
    const [capsule] = readdirSync(folder).includes("capsules") ? readdirSync(join(folder, "capsules")) : [];
    for (const args of [
      ["compare", folder, folder],
      ["board", folder, "--out", join(temporaryFolder(), "board.html")],
      ["export", "har", folder],
      ...(capsule === undefined ? [] : [["replay", join(folder, "capsules", capsule), "--curl", ...where]]),
    ])
      expect({ args, ...(await runBin(args)) }).toMatchObject({ args, code: 0, stderr: "" });
  },
);
