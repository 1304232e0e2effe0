import { readFileSync } from "node:fs";
import Ajv from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { toJson } from "../../reporters/text/to-json.ts";
import { initProfile } from "./init-profile.ts";
import { fileOfProfile, profileNames } from "../yaml/profile-location.ts";
import { publishedSchemas } from "./published-schemas.ts";

const { "profile.schema.json": profile = {}, "waivers.schema.json": waivers = {} } = publishedSchemas();
const ajv = new Ajv.Ajv2020({ strict: false, validateFormats: false });
const isProfile = ajv.compile(profile);
const isWaivers = ajv.compile(waivers);
const head = 'name: t\nbaseUrl: "${env:URL}"\n';
const merchants = "merchants: [{ name: alpha, apiKey: k }]\n";
const auth = "auth: { mode: api-key }\n";

test.each(Object.entries(publishedSchemas()))("%s as published is the schema", async (name, schema) => {
  await expect(toJson(schema)).toMatchFileSnapshot(`../${name}`);
});

test.each(profileNames())("the profile %s is valid", (name) => {
  expect({
    valid: isProfile(parse(readFileSync(fileOfProfile(name), "utf8"))),
    errors: isProfile.errors,
  }).toEqual({
    valid: true,
    errors: null,
  });
});

test("the profile that init writes is valid with all that it holds in comments", () => {
  const everything: unknown = parse(initProfile("staging").replaceAll(/^( *)# /gm, "$1"));
  expect({ valid: isProfile(everything), errors: isProfile.errors }).toEqual({ valid: true, errors: null });
  expect(Object.keys(Object(everything)).toSorted()).toEqual(
    Object.keys(profile.properties ?? {}).toSorted(),
  );
});

test("a variable of the environment may stand for any value", () => {
  const limits = 'limits: { requestsPerSecond: "${env:RATE:-5}", timeoutMs: "${env:T}" }\n';
  const target = 'target: { http2: "${env:H2}", proxy: "${env:PROXY}" }\nrun: { depth: "${env:DEPTH}" }\n';
  expect(isProfile(parse(`${head}${auth}${merchants}${limits}${target}`))).toBe(true);
});

test.each([
  ["no merchant", `${head}${auth}`],
  ["a misspelt field", `${head}${auth}${merchants}limit: {}\n`],
  ["an unknown mode", `${head}auth: { mode: none }\n${merchants}`],
  ["a text for a number", `${head}${auth}${merchants}limits: { timeoutMs: soon }\n`],
  ["a text for yes or no", `${head}${auth}${merchants}disposable: maybe\n`],
  ["a seed that is none", `${head}${auth}${merchants}run: { seed: stale }\n`],
  ["an unknown level", `${head}${auth}${merchants}run: { level: [pinned] }\n`],
])("a profile with %s is not valid", (_, text) => {
  expect(isProfile(parse(text))).toBe(false);
});

test("waivers have a requirement, a reason, an owner and a last day", () => {
  const given = { requirement: "register.stores", reason: "r", owner: "o", expires: "2027-03-31" };
  expect(isWaivers([given])).toBe(true);
  for (const name of Object.keys(given)) expect(isWaivers([{ ...given, [name]: undefined }])).toBe(false);
  expect(isWaivers([{ ...given, expires: "soon" }])).toBe(false);
  expect(isWaivers([{ ...given, until: "2027-03-31" }])).toBe(false);
});
