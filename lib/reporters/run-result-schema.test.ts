import Ajv from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { z } from "zod";
import { runResultSchema } from "./run-result-schema.ts";
import { exampleResult } from "./testing/example-result.ts";
import { toJson } from "./to-json.ts";

test("the published schema is the schema", async () => {
  const schema = { title: "Result of card-issuing-conformance", ...z.toJSONSchema(runResultSchema) };
  await expect(toJson(schema)).toMatchFileSnapshot("./conformance.schema.json");
});

test("a result of every verdict is valid", () => {
  const result: unknown = JSON.parse(toJson(exampleResult()));
  const validate = new Ajv.Ajv2020({ strict: false, validateFormats: false }).compile(
    z.toJSONSchema(runResultSchema),
  );
  expect({ valid: validate(result), errors: validate.errors }).toEqual({ valid: true, errors: null });
  expect(runResultSchema.safeParse(result).error).toBeUndefined();
});

test.each([
  ["an unknown verdict", { verdict: "fine" }],
  ["a missing member", { counts: undefined }],
  ["an unknown member", { more: 1 }],
])("%s is not valid", (_, change) => {
  const result: unknown = JSON.parse(toJson({ ...exampleResult(), ...change }));
  const validate = new Ajv.Ajv2020({ strict: false, validateFormats: false }).compile(
    z.toJSONSchema(runResultSchema),
  );
  expect(validate(result)).toBe(false);
});
