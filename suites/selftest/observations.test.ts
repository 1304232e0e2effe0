import { expect, test } from "vitest";
import { canonicalText } from "../../lib/engine/plain.ts";
import { pinsOf } from "../../lib/engine/pins-of.ts";
import {
  type Axis,
  axes,
  axisNames,
  type Choices,
  eventAxisNames,
  mcpAxisNames,
  verificationAxisNames,
} from "../../lib/reference/choices.ts";
import type { ObservationResult } from "../../lib/engine/result.ts";
import { mutant } from "../../lib/reference/mutant.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";
import type { Mode } from "./judge-target.ts";
import { SHOWS_AT_TIMES, SHOWS_NOTHING } from "./unshown.ts";

/** Requests before the first check. */
const CALIBRATION = 30;
/** Latency is another one in every run. */
const NEVER_THE_SAME = "limits.latency";
const SIGNED_ONLY: readonly Axis[] = ["futureTolerance", "nonceScope", "nonceSpentBy", "signatureLetterCase"];
const OBSERVING: Subject = {
  depth: "standard",
  observing: true,
  facts: { observe: { timestampTolerance: true } },
};

async function observations(
  mode: Mode,
  choices: Partial<Choices> = {},
  trial: Subject = {},
): Promise<readonly ObservationResult[]> {
  return (await judgeReference({ ...OBSERVING, mode, choices, ...trial })).observations;
}

function changes(before: readonly ObservationResult[], after: readonly ObservationResult[]): string[] {
  const values = new Map<string, string>(
    before.map(({ requirement, value }) => [requirement, canonicalText(value)]),
  );
  return after
    .filter(({ requirement, value }) => values.get(requirement) !== canonicalText(value))
    .map(({ requirement }) => requirement)
    .filter((id) => id !== NEVER_THE_SAME)
    .toSorted();
}

const usual = {
  "api-key": await observations("api-key"),
  signed: await observations("signed"),
};
const usualOfMcp = await observations("api-key", {}, { mcp: true });

const chosen = axisNames
  .filter((axis) => ![...eventAxisNames, ...verificationAxisNames].includes(axis))
  .flatMap((axis) => axes[axis].slice(1).map((value) => [`${axis}=${value}`, axis, value] as const));

const shown: (readonly [choice: string, ids: readonly string[]])[] = [];

test.for(chosen)("%s shows in an observation, or has a reason", async ([choice, axis, value]) => {
  const mode = SIGNED_ONLY.includes(axis) ? "signed" : "api-key";
  const mcp = mcpAxisNames.includes(axis);
  const seen = await observations(mode, { [axis]: value }, { mcp });
  const ids = changes(mcp ? usualOfMcp : usual[mode], seen);
  shown.push([choice, ids]);
  const hasReason = [axis, choice].some((name) => Object.hasOwn(SHOWS_NOTHING, name));
  if (Object.hasOwn(SHOWS_AT_TIMES, choice)) return;
  expect(hasReason ? ids : ids.length > 0).toEqual(hasReason ? [] : true);
});

test("every choice changes the same observations as before", async () => {
  const lines = shown.map(([choice, ids]) => `${choice}: ${ids.length === 0 ? "nothing" : ids.join(", ")}`);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./shown-by.txt");
});

test("who stores what a body does not name is shown, and has its own value again", async () => {
  let given: number | undefined;
  const storing = mutant("stores-the-retry-count-of-the-body", "register.first", ({ register, query }) => ({
    register: {
      perform(call, owner) {
        const [, count] = /"retryCount":(\d+)/.exec(Buffer.from(call.body).toString()) ?? [];
        given = count === undefined ? given : Number(count);
        return register.perform(call, owner);
      },
    },
    query: {
      view(call, configuration) {
        const shownNow = query.view(call, configuration);
        return given === undefined ? shownNow : { ...shownNow, retryCount: given };
      },
    },
  }));
  const found = await observations("api-key", {}, { mutant: storing, selectors: ["register"] });
  const [assigned] = found.filter(({ requirement }) => requirement === "register.assigned-members");
  expect([assigned?.value, given]).toEqual([{ stable: true, value: "stored" }, 3]);
});

test("reasons are for choices that exist", () => {
  const names = new Set<string>(chosen.flatMap(([choice, axis]) => [choice, axis]));
  expect(Object.keys(SHOWS_NOTHING).filter((name) => !names.has(name))).toEqual([]);
});

test("how a field is left out shows where fields are left out", async () => {
  const absent = await observations("api-key", { omittedFields: "createTime" });
  const none = await observations("api-key", { omittedFields: "createTime", omission: "null" });
  expect(changes(absent, none)).toEqual(["configuration.fields-returned"]);
});

test("what is observed again is the same", async () => {
  for (const mode of ["api-key", "signed"] as const) {
    expect(changes(usual[mode], await observations(mode))).toEqual([]);
  }
});

test("a run at quick depth observes what its checks show, with few requests more", async () => {
  for (const mode of ["api-key", "signed"] as const) {
    const whole = await judgeReference({ mode });
    const checks = whole.checks.reduce((sum, { requests }) => sum + requests, 0);
    const observed = whole.observations.filter(({ value }) => value !== undefined);
    const standard = new Map<string, string>(
      usual[mode].map(({ requirement, value }) => [requirement, canonicalText(value)]),
    );
    const others = observed.filter(
      ({ requirement, value }) =>
        !canonicalText(value).includes("gzip") && standard.get(requirement) !== canonicalText(value),
    );
    expect(whole.requests - checks).toBeLessThanOrEqual(45 + CALIBRATION);
    expect(observed.length).toBeGreaterThan(20);
    const steady = others.filter(({ requirement }) => requirement !== NEVER_THE_SAME);
    expect(steady.map(({ requirement }) => requirement)).toEqual(["envelope.headers", "three-d-secure.path"]);
  }
});

test("of the pins of one server, another fails exactly those that it does not keep", async () => {
  const pins = pinsOf(usual["api-key"]);
  const choices: Partial<Choices> = { successCode: 200, secondDisable: "refused", portUrl: "refused" };
  const same = await judgeReference({ facts: { pins } });
  const other = await judgeReference({ choices, facts: { pins } });
  const failed = ({ checks }: typeof other) =>
    checks
      .filter(({ verdict }) => verdict === "failed")
      .map(({ requirement, level }) => `${requirement} ${level}`);
  expect(failed(same)).toEqual([]);
  expect(failed(other)).toEqual([
    "envelope.success-code pinned",
    "callback-url.port pinned",
    "disable.second-answer pinned",
  ]);
  const [first] = other.checks.filter(({ requirement }) => requirement === "envelope.success-code");
  expect(first?.violation).toMatchObject({ expected: "0", actual: "200" });
});
