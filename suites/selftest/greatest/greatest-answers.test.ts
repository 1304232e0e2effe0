import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../lib/cli/testing/temporary-folder.ts";
import { runBin } from "../../../lib/cli/testing/run-bin.ts";
import { ENVELOPES, type Form, GREATEST_CHARS, HEADS, MESSAGES, PAYLOADS } from "./forms.ts";
import { BASE_URL, type FullRun, runInFull, type Surroundings } from "./run-in-full.ts";
import { WorkMeter } from "./work-meter.ts";

/** So many answers of each form have the greatest size in a run, and as many half of it. */
const TIMES = 2;
/** A linear cost is twice as high for twice the size. */
const MOST_TIMES_AS_MUCH = 2.6;
/** Checks differ in what they do between two requests, whatever was answered. */
const WORK_OF_A_CHECK = 10 * GREATEST_CHARS;
const MAX_PRINTED_CHARS = 2_000_000;
/** Generous: the machine may be slow. */
const TIMEOUT_MS = 300_000;

/** The work after each answer of one form, up to the next request. */
interface Filled {
  readonly name: string;
  readonly form: Form;
  readonly half: number[];
  readonly whole: number[];
}

/** Fills answers of a run: each that has a place for a form, with the form that it had least often so far. */
function filling(forms: Readonly<Record<string, Form>>, meter: WorkMeter) {
  const filled = Object.entries(forms).map(([name, form]): Filled => ({ name, form, half: [], whole: [] }));
  let [measured, from]: [number[] | undefined, number] = [undefined, 0];
  const front: Surroundings["front"] = async (request, next) => {
    measured?.push(meter.work - from);
    measured = undefined;
    const answer = await next(request);
    const rarest = filled.toSorted((one, other) => timesOf(one) - timesOf(other));
    for (const { form, half, whole } of rarest.filter((one) => timesOf(one) < 2 * TIMES)) {
      const isHalf = half.length <= whole.length;
      const changed = form(answer, isHalf ? GREATEST_CHARS / 2 : GREATEST_CHARS);
      if (changed === undefined) continue;
      [measured, from] = [isHalf ? half : whole, meter.work];
      return changed;
    }
    return answer;
  };
  return { front, filled };
}

function timesOf({ half, whole }: Filled): number {
  return half.length + whole.length;
}

/** Forms that no answer of the run had a place for, or that cost more than their size. */
function wrongIn(filled: readonly Filled[]): readonly string[] {
  return filled.flatMap((one) => {
    const { name, half, whole } = one;
    if (timesOf(one) === 0) return `${name}: in no answer`;
    if (half.length === 0 || whole.length === 0) return [];
    const [once, twice] = [Math.max(...half), Math.max(...whole)];
    return twice > MOST_TIMES_AS_MUCH * once + WORK_OF_A_CHECK ? `${name}: ${once}, then ${twice}` : [];
  });
}

test.each(Object.entries({ ENVELOPES, MESSAGES, HEADS }))(
  "%s of the greatest size: a run and all its outputs end, and twice the size costs twice as much",
  { timeout: TIMEOUT_MS },
  async (_, forms) => {
    using meter = new WorkMeter();
    const { front, filled } = filling(forms, meter);
    using run = await runInFull({ front });
    expect({ errored: run.errored, wrong: wrongIn(filled) }).toEqual({ errored: [], wrong: [] });
    expect(run.printed.length).toBeLessThan(MAX_PRINTED_CHARS);
    await assertReadable(run);
  },
);

/** Every command that reads results reads those of a run. */
async function assertReadable({ folder }: FullRun): Promise<void> {
  const page = join(temporaryFolder(), "board.html");
  const [capsule] = readdirSync(folder).includes("capsules") ? readdirSync(join(folder, "capsules")) : [];
  for (const args of [
    ["compare", folder, folder],
    ["board", folder, "--out", page],
    ["export", "har", folder],
    ...(capsule === undefined
      ? []
      : [["replay", join(folder, "capsules", capsule), "--curl", "--base-url", BASE_URL]]),
  ]) {
    const { code, stderr } = await runBin(args);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
  }
}

test.each([
  ["some", 1, 15],
  ["more than the receiver keeps", 6, 80],
])(
  "deliveries of the greatest size, %s: a run and all its outputs end",
  { timeout: TIMEOUT_MS },
  async (_, copies, most) => {
    let sent = 0;
    using run = await runInFull({
      front: async (request, next) => next(request),
      delivered: (delivery) =>
        sent >= most
          ? [delivery]
          : Array.from({ length: copies }, () => ({
              ...delivery,
              body: PAYLOADS[(sent += 1) % PAYLOADS.length] ?? "",
            })),
    });
    expect({ errored: run.errored, isSent: sent >= most }).toEqual({ errored: [], isSent: true });
  },
);

test("the meter counts a quadratic cost four times, and a linear one twice", () => {
  const names = Array.from({ length: 2_000 }, (_, at) => `name ${at}`);
  const workOf = (work: (some: readonly string[]) => unknown) =>
    [1_000, 2_000].map((count) => {
      using meter = new WorkMeter();
      work(names.slice(0, count));
      return meter.work;
    });
  const [linear, quadratic] = [
    workOf((some) => some.map((name) => name.toLowerCase())),
    workOf((some) => some.every((name) => some.includes(name))),
  ];
  expect(Number(linear?.[1]) / Number(linear?.[0])).toBeLessThan(MOST_TIMES_AS_MUCH);
  expect(Number(quadratic?.[1]) / Number(quadratic?.[0])).toBeGreaterThan(MOST_TIMES_AS_MUCH);
});
