import { createRequire } from "node:module";
import Ajv, { type AnySchema } from "ajv";
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import addFormats from "ajv-formats";
import { z } from "zod";

const require = createRequire(import.meta.url);
const schemas: Readonly<Record<string, AnySchema>> = require("har-schema");
const ajv = new Ajv.Ajv({ strict: false });
addFormats.default(ajv);
ajv.addMetaSchema(draft06);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

const archive = z.object({
  log: z.object({
    comment: z.string(),
    pages: z.array(z.object({ id: z.string(), title: z.string(), comment: z.string() })),
    entries: z.array(
      z.object({
        pageref: z.string(),
        startedDateTime: z.string(),
        time: z.number(),
        comment: z.string(),
        response: z.object({ status: z.int(), content: z.object({ text: z.string() }) }),
      }),
    ),
  }),
});

/**
 * Reads an HTTP archive.
 * @throws {Error} if it does not keep the published schema of HAR 1.2
 */
export function readArchive(text: string): z.output<typeof archive>["log"] {
  const value: unknown = JSON.parse(text);
  if (ajv.validate("har.json#", value)) return archive.parse(value).log;
  throw new Error(`Cannot read the archive: ${ajv.errorsText()}`);
}
