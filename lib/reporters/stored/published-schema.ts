import { z } from "zod";
import { RESULT_SCHEMA_ID, runResultSchema } from "./run-result-schema.ts";

/** The published schema of `conformance.json`. It accepts members of later versions. */
export function publishedSchema() {
  const { $schema, ...schema } = z.toJSONSchema(runResultSchema, { io: "input" });
  return { $schema, $id: RESULT_SCHEMA_ID, title: "Result of card-issuing-conformance", ...schema };
}
