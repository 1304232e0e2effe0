import { expect, test } from "vitest";
import { axes, axisNames, type Axis, verificationAxisNames } from "./choices.ts";
import { ask, isObject, testedReference } from "./testing/ask.ts";

const FIRST = "https://callback.example/first";
const SECOND = "https://callback.example/second";

const judged = axisNames.filter((axis) => !verificationAxisNames.includes(axis));
const variants = judged.flatMap((axis) => axes[axis].map((value): [Axis, unknown] => [axis, value]));

test.for(variants)("with %s=%s the documented effects hold", async ([axis, value]) => {
  const reference = testedReference({ choices: { [axis]: value } });
  const data = async (operation: string, body?: unknown) =>
    (await ask(reference, operation, body === undefined ? {} : { body })).data;
  expect(await data("register", { callbackUrl: FIRST })).toBe(true);
  const created = await data("query");
  expect(await data("register", { callbackUrl: SECOND })).toBe(true);
  const updated = await data("query");
  expect(await data("register", { callbackUrl: "http://callback.example/" })).not.toBe(true);
  await data("disable");
  const disabled = await data("query");
  const shown = (name: string, wanted: unknown) =>
    axis === "omittedFields" && String(value).includes(name) ? undefined : wanted;
  const seen = [created, updated, disabled].map((shape) =>
    shape !== undefined && isObject(shape) ? shape : {},
  );
  expect(seen.map(({ callbackUrl }) => callbackUrl)).toEqual(
    [FIRST, SECOND, SECOND].map((url) => shown("callbackUrl", url)),
  );
  expect(new Set(seen.map(({ id }) => id)).size).toBe(1);
  expect(seen[2]?.status).toBe(shown("status", 0));
});
