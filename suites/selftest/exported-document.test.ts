import { expect, test } from "vitest";
import { openapiDocument } from "../../lib/cli/export/openapi-document.ts";
import { findMutant } from "../../lib/cli/serve/find-mutant.ts";
import { differenceFromDocument } from "./exported-document.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";

/** The paths that a run calls, and how its exchanges differ from the document. */
async function differences(subject: Subject): Promise<{ paths: Set<string>; found: string[] }> {
  const paths = new Set<string>();
  const found: string[] = [];
  await judgeReference({
    ...subject,
    watch: (request, answer) => {
      paths.add(request.path);
      found.push(...[differenceFromDocument(request, answer) ?? []].flat());
    },
  });
  return { paths, found };
}

test.for(["api-key", "signed"] as const)(
  "every exchange of the reference in %s mode is valid in the exported document, which has no other path",
  async (mode) => {
    const { paths, found } = await differences({ mode, depth: "standard" });
    expect(found).toEqual([]);
    expect(Object.keys(Object(openapiDocument()["paths"])).filter((path) => !paths.has(path))).toEqual([]);
  },
);

/** `variants.test.ts` and `pairs.test.ts` look at every variant. */
test.for([
  "sends-message-as-a-boolean",
  "sends-message-as-a-list-on-refusals",
  "begins-with-a-byte-order-mark",
  "shows-id-as-a-string",
  "shows-callback-url-in-a-list",
  "shows-event-types-as-a-list",
  "shows-status-by-name",
  "shows-a-negative-retry-count",
  "shows-create-time-with-a-local-offset",
  "accepts-plain-http",
])("a server that %s does not keep the document", async (name) => {
  const { found } = await differences({
    mutant: findMutant(name),
    selectors: ["envelope", "configuration", "callback-url"],
  });
  expect(found).not.toEqual([]);
});
