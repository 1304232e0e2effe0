import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { canonicalText } from "../../lib/engine/requirement/plain.ts";
import { pinsOf } from "../../lib/engine/judge/pins-of.ts";
import {
  type Axis,
  axes,
  axisNames,
  type Choices,
  eventAxisNames,
  mcpAxisNames,
  verificationAxisNames,
} from "../../lib/reference/choices.ts";
import type { ObservationResult } from "../../lib/engine/record/result.ts";
import { isInSample, JUDGES_ALL } from "./is-in-sample.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";
import type { Mode } from "./judge-target.ts";

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

/** The values of all parts, and whether they vary, by `id (part)`. */
function partsOf(results: readonly ObservationResult[]): ReadonlyMap<string, string> {
  return new Map(
    results
      .filter(({ requirement }) => requirement !== NEVER_THE_SAME)
      .flatMap(({ requirement, value }) => {
        const { value: parts, varies = [] } = Object(value);
        return Object.entries(Object(parts)).map(([part, seen]) => {
          const text = `${canonicalText(seen)}${varies.includes(part) ? ", and it varies" : ""}`;
          return [`${requirement} (${part})`, text] as const;
        });
      }),
  );
}

/** The parts that differ, of observations that `after` has. */
function changes(before: readonly ObservationResult[], after: readonly ObservationResult[]): string[] {
  const ids = new Set(after.map(({ requirement }) => requirement));
  const [was, is] = [partsOf(before.filter(({ requirement }) => ids.has(requirement))), partsOf(after)];
  const names = new Set([...was.keys(), ...is.keys()]);
  return [...names].filter((name) => was.get(name) !== is.get(name)).toSorted();
}

const usual = {
  "api-key": await observations("api-key"),
  signed: await observations("signed"),
};
const usualOfMcp = await observations("api-key", {}, { mcp: true });

const chosen = axisNames
  .filter((axis) => ![...eventAxisNames, ...verificationAxisNames].includes(axis))
  .flatMap((axis) => axes[axis].slice(1).map((value) => [`${axis}=${value}`, axis, value] as const));
/** Of so many choices one is tried. */
const STEP = 4;
const tried = chosen.filter(([choice]) => JUDGES_ALL || isInSample(choice, STEP));
const PINS = new URL("shown-by.txt", import.meta.url);
const PINNED = readFileSync(PINS, "utf8").split("\n");

const shown: (readonly [choice: string, ids: readonly string[]])[] = [];

test.for(tried)("%s changes the same observations as before", async ([choice, axis, value]) => {
  const mode = SIGNED_ONLY.includes(axis) ? "signed" : "api-key";
  const mcp = mcpAxisNames.includes(axis);
  const seen = await observations(mode, { [axis]: value }, { mcp });
  const found = [choice, changes(mcp ? usualOfMcp : usual[mode], seen)] as const;
  shown.push(found);
  expect(JUDGES_ALL ? [lineOf(found)] : PINNED).toContain(lineOf(found));
});

/** For example `recordIds=id: account.list-answer (members)`. */
function lineOf([choice, parts]: (typeof shown)[number]): string {
  return `${choice}: ${parts.length === 0 ? "nothing" : byId(parts)}`;
}

test.runIf(JUDGES_ALL)("what every choice changes is written, and what none changes", async () => {
  const seen = [usual["api-key"], usual.signed, usualOfMcp].flatMap((one) => [...partsOf(one).keys()]);
  const changed = new Set(shown.flatMap(([, parts]) => parts));
  const silent = [...new Set(seen)].filter((part) => !changed.has(part)).toSorted();
  const text = [...shown.map(lineOf), `no choice: ${byId(silent)}`].join("\n");
  await expect(`${text}\n`).toMatchFileSnapshot(PINS.pathname);
});

/** For example `register.answer (code, msg); query.answer (code)`. */
function byId(parts: readonly string[]): string {
  const groups = Map.groupBy(parts, (part) => part.slice(0, part.indexOf(" ")));
  return [...groups]
    .map(([id, own]) => `${id} (${own.map((part) => part.slice(id.length + 2, -1)).join(", ")})`)
    .join("; ");
}

test("how a field is left out shows where fields are left out", async () => {
  const absent = await observations("api-key", { omittedFields: "createTime" });
  const none = await observations("api-key", { omittedFields: "createTime", omission: "null" });
  expect(changes(absent, none)).toEqual(["configuration.values (createTime)"]);
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
    const [observed, standard] = [partsOf(whole.observations), partsOf(usual[mode])];
    const others = [...observed].filter(([part, value]) => standard.get(part) !== value);
    expect(whole.requests - checks).toBeLessThanOrEqual(45 + CALIBRATION);
    expect(observed.size).toBeGreaterThan(80);
    expect(others.map(([part]) => part)).toEqual(["three-d-secure.answers (shapes)"]);
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
    "register.answer pinned",
    "callback-url.unusual-forms pinned",
    "query.answer pinned",
    "disable.answer pinned",
    "disable.effect pinned",
  ]);
  const drift = (id: string) => other.checks.find(({ requirement }) => requirement === id)?.violation;
  expect(drift("query.answer")).toMatchObject({ expected: "code: 0", actual: "code: 200" });
  expect(drift("callback-url.unusual-forms")).toMatchObject({
    expected: "port: accepted; default port: accepted",
    actual: "port: refused; default port: refused",
  });
});
