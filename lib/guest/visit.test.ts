import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { callWebhook, servedReference } from "../cli/testing/served-reference.ts";
import { temporaryFolder } from "../cli/testing/temporary-folder.ts";
import { loadProfile } from "../profile/load/load-profile.ts";
import type { Choices } from "../reference/choices.ts";
import type { SessionSetup } from "../session/session-setup.ts";
import { undoKilledRuns } from "./undo-killed-runs.ts";
import { UnreachableError } from "./unreachable-error.ts";
import { arriveAtTarget } from "./visit.ts";

const BEFORE = "https://merchant.example/before";
const OURS = "https://callback.conformance.example/cc-0123456789/hook/1";
const { profile } = await loadProfile("reference", {});
const [alpha] = profile.merchants;

/** A reference on a port, a folder for journals, and the setup of a run there. */
async function target({
  choices = {},
  keys = profile.merchants,
}: { choices?: Partial<Choices>; keys?: typeof profile.merchants } = {}) {
  const state = temporaryFolder();
  const folder = join(state, "card-issuing-conformance");
  const asked: string[] = [];
  let isGone = false;
  let pages = 0;
  const baseUrl = await servedReference({
    merchants: keys,
    choices,
    arriving(request) {
      if (isGone) return Response.error();
      if ((pages -= 1) >= 0) return new Response("<h1>Bad gateway</h1>", { status: 502 });
      const journals = readdirSync(folder).filter((name) => name.endsWith(".json")).length;
      asked.push(`${request.url.split("/").at(-1)} ${journals}`);
      return undefined;
    },
  });
  const call = async (operation: "register" | "query" | "disable", body?: object) =>
    callWebhook(baseUrl, operation, body);
  const setup: SessionSetup = {
    profile: { ...profile, baseUrl, merchants: profile.merchants.slice(0, 1) },
    depth: "quick",
    seed: 1,
    runId: "cc-0123456789",
  };
  return {
    setup,
    call,
    asked,
    options: { env: { XDG_STATE_HOME: state } },
    close: () => (isGone = true),
    /** A gateway answers so many requests by itself. */
    hide: (count: number) => (pages = count),
    register: async (callbackUrl: string) => call("register", { callbackUrl }),
    files: () => readdirSync(folder).toSorted(),
    journal: () => {
      const name = readdirSync(folder).find((one) => one.endsWith(".json")) ?? "";
      return join(folder, name);
    },
  };
}

/** The remains of a killed run: its URL, its journal, and a lock without a holder. */
async function killedRun(at: Awaited<ReturnType<typeof target>>, url = OURS): Promise<void> {
  const visit = await arriveAtTarget(at.setup, at.options);
  const journal = readFileSync(at.journal());
  await at.register(url);
  const file = at.journal();
  await visit.leave();
  writeFileSync(file, journal, { mode: 0o600 });
  await at.register(url);
}

test("the journal is there before the first write, and gone after the restoration", async () => {
  const at = await target();
  await at.register(BEFORE);
  const visit = await arriveAtTarget(at.setup, at.options);
  expect(at.asked).toEqual(["query 0"]);
  expect(JSON.parse(readFileSync(at.journal(), "utf8"))).toMatchObject({
    merchant: "alpha",
    runIds: ["cc-0123456789"],
    configuration: { callbackUrl: BEFORE, status: 1 },
  });
  expect(readFileSync(at.journal(), "utf8")).not.toContain(alpha?.apiKey);
  expect(at.files().join()).not.toContain(alpha?.apiKey);
  await at.register(OURS);
  expect(await visit.leave()).toEqual([{ merchant: "alpha", outcome: "restored" }]);
  expect(await at.call("query")).toMatchObject({ data: { callbackUrl: BEFORE, status: 1 } });
  expect(at.files()).toEqual([]);
});

test("what was there is restored through the pages of a gateway", async () => {
  const at = await target();
  await at.register(BEFORE);
  const visit = await arriveAtTarget(at.setup, at.options);
  await at.register(OURS);
  at.hide(2);
  expect(await visit.leave()).toEqual([{ merchant: "alpha", outcome: "restored" }]);
  expect(await at.call("query")).toMatchObject({ data: { callbackUrl: BEFORE, status: 1 } });
});

test("nothing is written when nothing has changed", async () => {
  const at = await target();
  await at.register(BEFORE);
  await (await arriveAtTarget(at.setup, at.options)).leave();
  expect(at.asked.map((one) => one.split(" ")[0])).toEqual(["query", "query"]);
});

test.each(["refused", "null-data", "absent-data", "empty-object"] as const)(
  "where there is nothing yet, query answering %s, the journal is there before anything is sent but the query",
  async (queryWithNothing) => {
    const at = await target({ choices: { queryWithNothing } });
    const visit = await arriveAtTarget(at.setup, at.options);
    expect(at.asked[0]).toBe("query 0");
    expect(at.asked.slice(1).every((one) => one.endsWith(" 1"))).toBe(true);
    await at.register(OURS);
    expect(await visit.leave()).toMatchObject([
      {
        outcome: "not restored",
        note: expect.stringMatching(/the API has no delete.*A disabled test webhook of the run remains/),
      },
    ]);
    expect(at.files()).toEqual([]);
  },
);

test("a URL that another client has registered since stays", async () => {
  const theirs = "https://somebody.else.example/hook";
  const at = await target();
  await at.register(BEFORE);
  await killedRun(at, theirs);
  expect(await undoKilledRuns(at.setup, at.options)).toMatchObject([
    {
      outcome: "not restored",
      note: expect.stringMatching(/Another client has registered .*somebody\.else/),
    },
  ]);
  expect(await at.call("query")).toMatchObject({ data: { callbackUrl: theirs } });
  expect(at.files()).toEqual([]);
});

test("a status that no operation sets is said, and the URL is back", async () => {
  const at = await target({ choices: { statusAfterRegisterOnDisabled: "kept" } });
  await at.register(BEFORE);
  const visit = await arriveAtTarget(at.setup, at.options);
  await at.register(OURS);
  await at.call("disable");
  expect(await visit.leave()).toMatchObject([
    {
      outcome: "not restored",
      note: expect.stringMatching(/callback URL is restored, but status is 0 and was 1/),
    },
  ]);
  expect(await at.call("query")).toMatchObject({ data: { callbackUrl: BEFORE, status: 0 } });
});

test("a disabled configuration is restored as disabled", async () => {
  const at = await target({ choices: { statusAfterRegisterOnDisabled: 1 } });
  await at.register(BEFORE);
  await at.call("disable");
  const visit = await arriveAtTarget(at.setup, at.options);
  await at.register(OURS);
  expect(await visit.leave()).toEqual([{ merchant: "alpha", outcome: "restored" }]);
  expect(await at.call("query")).toMatchObject({ data: { callbackUrl: BEFORE, status: 0 } });
});

test("a callback URL with a credential is restored, but not written to disk", async () => {
  const at = await target();
  const telling = `https://merchant.example/?key=${alpha?.apiKey}`;
  await at.register(telling);
  const visit = await arriveAtTarget(at.setup, at.options);
  expect(readFileSync(at.journal(), "utf8")).not.toContain(alpha?.apiKey);
  await at.register(OURS);
  expect(await visit.leave()).toEqual([{ merchant: "alpha", outcome: "restored" }]);
  expect(await at.call("query")).toMatchObject({ data: { callbackUrl: telling } });
});

test("refused credentials leave neither a journal nor a lock", async () => {
  const at = await target({ keys: [{ name: "else", apiKey: "another-key" }] });
  await expect(arriveAtTarget(at.setup, at.options)).rejects.toThrow(UnreachableError);
  expect(at.files()).toEqual([]);
});

test("a target that is gone keeps the journal of a killed run", async () => {
  const at = await target();
  await at.register(BEFORE);
  await killedRun(at);
  const before = at.files();
  at.close();
  const limits = { ...at.setup.profile.limits, retries: 0 };
  const once = { ...at.setup, profile: { ...at.setup.profile, limits } };
  expect(await undoKilledRuns(once, at.options)).toMatchObject([
    { outcome: "not restored", note: expect.stringMatching(/closed the connection.*`restore` tries again/) },
  ]);
  expect(at.files()).toEqual(before);
});

test("nothing is done where no journal can be kept", async () => {
  const at = await target();
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  await expect(arriveAtTarget(at.setup, { env: { XDG_STATE_HOME: file } })).rejects.toThrow(
    /Set XDG_STATE_HOME/,
  );
  expect(at.asked).toEqual([]);
});
