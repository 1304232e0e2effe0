import Ajv from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { publishedSchema } from "./published-schema.ts";
import { runResultSchema } from "./run-result-schema.ts";
import { exampleHeader, exampleResult } from "../testing/example-result.ts";
import { toJson } from "../text/to-json.ts";

test("the published schema is the schema", async () => {
  await expect(toJson(publishedSchema())).toMatchFileSnapshot("../conformance.schema.json");
});

test("every field of it says what it is", () => {
  expect(undescribed(publishedSchema())).toEqual([]);
});

test("a result of every verdict is valid, and says of each check what it asks for", () => {
  const result: unknown = JSON.parse(toJson(exampleResult()));
  const validate = compiled();
  expect({ valid: validate(result), errors: validate.errors }).toEqual({ valid: true, errors: null });
  expect(runResultSchema.safeParse(result).error).toBeUndefined();
  expect(result).toMatchObject({ $schema: publishedSchema().$id, runId: exampleHeader.runId });
  for (const { text, because, level } of runResultSchema.parse(result).checks) {
    expect({ text: text?.length !== 0, because: because !== undefined }).toEqual({
      text: true,
      because: level === "inferred",
    });
  }
});

test("a result with members and codes of a later version is valid", () => {
  const { checks, target } = exampleResult();
  const later = { more: 1, target: { ...target, more: 1 }, reasonCode: "later" };
  const result = { ...exampleResult(), ...later, checks: checks.map((one) => ({ ...one, code: "later" })) };
  expect(compiled()(JSON.parse(toJson(result)))).toBe(true);
});

test.each([
  ["an unknown verdict", { verdict: "fine" }],
  ["a missing member", { counts: undefined }],
])("%s is not valid", (_, change) => {
  const result: unknown = JSON.parse(toJson({ ...exampleResult(), ...change }));
  expect(compiled()(result)).toBe(false);
});

function compiled() {
  return new Ajv.Ajv2020({ strict: false, validateFormats: false }).compile(publishedSchema());
}

/** The paths of the fields without a description, at any depth. */
function undescribed(schema: unknown, path = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]: [string, unknown]) => {
    const missing =
      name !== "properties" || typeof inner !== "object" || inner === null
        ? []
        : Object.entries(inner)
            .filter(([, field]: [string, unknown]) => !Reflect.has(Object(field), "description"))
            .map(([field]) => `${path}/${field}`);
    return [...missing, ...undescribed(inner, `${path}/${name}`)];
  });
}
