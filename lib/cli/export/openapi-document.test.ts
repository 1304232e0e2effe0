import Ajv from "ajv/dist/2020.js";
import { assert, boolean, constantFrom, date, maxSafeInteger, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { ENVELOPE_FORMS } from "../../api/exchange/answer.ts";
import { FIELD_FORMS } from "../../api/merchant/configuration.ts";
import { areaOf } from "../../engine/requirement/catalogue.ts";
import { type Profile, profileSchema } from "../../profile/schema/profile-schema.ts";
import { catalogue } from "../catalogue.ts";
import { openapiDocument } from "./openapi-document.ts";

type Value = string | number | boolean;

/** A place of the document with extensions. */
interface Extended {
  readonly "x-requirements": readonly string[];
  readonly "x-observations": readonly string[];
  readonly "x-pinned"?: unknown;
}

const PATHLESS = {
  budget: { path: "/abc/v1/budget/{id}/list", body: {} },
  "sub-account/query": { body: {} },
  "three-d-secure": { path: "/abc/v1/3ds/decide", body: {}, mayTakeEffect: true },
};
const PINS = {
  "query.answer": { code: 0 },
  "delivery.request": { payload: { type: "object" } },
  "card.answers": {},
};

function profileWith(facts: object): Profile {
  const merchants = [{ name: "alpha", apiKey: "key-of-alpha" }];
  return profileSchema.parse({ name: "t", baseUrl: "https://issuer.example/base", merchants, ...facts });
}

/** The operations and notifications of a document, by path or event. */
function operationsOf(profile?: Profile): Map<string, Extended> {
  const { paths, webhooks } = openapiDocument(profile);
  const all: Readonly<Record<string, { readonly post: Extended }>> = {
    ...Object(paths),
    ...Object(webhooks),
  };
  return new Map(Object.entries(all).map(([name, { post }]) => [name, post]));
}

test("each requirement and observation about the API stands at an operation, and none about MCP", () => {
  const operations = [...operationsOf(profileWith({ operations: PATHLESS })).values()];
  const named = new Set(operations.flatMap((one) => [...one["x-requirements"], ...one["x-observations"]]));
  const expected = catalogue.ids.filter((id) => catalogue.groups.get(areaOf(id)) !== "mcp");
  expect([...named].toSorted()).toEqual(expected.toSorted());
});

test("an operation has the requirements of its own area, and not those of another", () => {
  const operations = operationsOf();
  const at = (path: string) => operations.get(`/abc/v1/${path}`)?.["x-requirements"];
  const all = ["envelope.json-object", "envelope.keeps-secrets"];
  expect(at("webhook/register")).toEqual(
    expect.arrayContaining([...all, "callback-url.https-only", "api-key.absent"]),
  );
  expect(at("webhook/query")).toEqual(expect.arrayContaining([...all, "configuration.id-integer"]));
  expect(at("webhook/query")).not.toContain("callback-url.https-only");
  expect(at("transaction/query")).toEqual(expect.arrayContaining([...all, "transaction.query-fees"]));
  expect(at("transaction/query")).not.toContain("transaction.detail-fees");
  expect(at("card/cancel")).not.toContain("card.bin-query-envelope");
});

test("a profile adds its address, its paths and its pins, and nothing of it changes a schema", () => {
  const profile = profileWith({ operations: PATHLESS, pins: PINS });
  const [bare, pinned] = [openapiDocument(), openapiDocument(profile)];
  expect(pinned).toMatchObject({
    servers: [{ url: "https://issuer.example/base" }],
    components: { schemas: bare["components"] && Object(bare["components"]).schemas },
  });
  const operations = operationsOf(profile);
  expect([...operations.keys()].filter((path) => !operationsOf().has(path))).toEqual([
    "/abc/v1/budget/%7Bid%7D/list",
    "/abc/v1/sub-account/query",
    "/abc/v1/3ds/decide",
  ]);
  expect(operations.get("/abc/v1/webhook/query")?.["x-pinned"]).toEqual({ "query.answer": { code: 0 } });
  expect(operations.get("/abc/v1/card/bin/query")?.["x-pinned"]).toEqual({ "card.answers": {} });
  expect(operations.get("card.status")?.["x-pinned"]).toEqual({
    "delivery.request": { payload: { type: "object" } },
  });
  expect(operations.get("/abc/v1/account/transfer")?.["x-pinned"]).toBeUndefined();
});

test("a profile in signed mode fixes the credentials and shows the signature scheme", () => {
  const signature = { algorithm: "hmac-sha256", payload: "{method}{body}" };
  const document = openapiDocument(profileWith({ auth: { mode: "signed", signature } }));
  const { securitySchemes } = Object(document["components"]);
  expect(document["security"]).toEqual([{ apiKey: [], timestamp: [], nonce: [], signature: [] }]);
  expect(securitySchemes.signature["x-pinned"]).toEqual({ ...signature, encoding: "hex" });
  expect(openapiDocument()["security"]).toHaveLength(2);
});

test("the schema of a form accepts every value of the form", () => {
  const ajv = new Ajv.Ajv2020({ strict: false });
  const forms = [...Object.values(FIELD_FORMS), ...Object.values(ENVELOPE_FORMS)];
  const validated = forms.map(({ is, schema }) => ({ is, validate: ajv.compile(schema) }));
  const refused = (value: Value) => validated.filter(({ is, validate }) => is(value) && !validate(value));
  const times = date({ noInvalidDate: true }).map((one) => one.toISOString());
  const odd = constantFrom(
    "20260102T03Z",
    "2026-W01-1t03:04z",
    "2026-002T24:00:00,0+00",
    "[]",
    '["a"]',
    0,
    1,
  );
  const values = oneof(maxSafeInteger(), string(), boolean(), times, odd);
  assert(
    property(values, (value) => {
      expect(refused(value)).toEqual([]);
    }),
  );
});
