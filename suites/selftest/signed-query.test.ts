import { expect, test } from "vitest";
import { mutant } from "../../lib/reference/mutant.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith, profiles } from "./judge-target.ts";

const { auth } = profiles.signed;
/** The signature of this deployment covers the query string, which no operation needs. */
const withQuery = {
  ...auth,
  ...(auth.signature && {
    signature: { ...auth.signature, payload: "{method}\n{path}?{query}\n{timestamp}\n{nonce}\n{body}" },
  }),
};
const ignoringTheQuery = mutant("signs-no-query-string", "signature.covers-path", ({ signature }) => ({
  signature: {
    signedParts: (call, components) => ({ ...signature.signedParts(call, components), query: "" }),
  },
}));

test.each([
  ["reads", undefined, []],
  ["ignores", ignoringTheQuery, ["signature.covers-path"]],
] as const)("a target whose signature check %s the query string", async (_, of, failed) => {
  const report = await judgeReference({
    mode: "signed",
    selectors: ["signature"],
    facts: { auth: withQuery },
    ...(of !== undefined && { mutant: of }),
  });
  expect(idsWith(report, "failed")).toEqual(failed);
});
