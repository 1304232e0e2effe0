import { mutant } from "../../lib/reference/mutant.ts";

export const versioningMutants = ["register", "query", "disable"].map((operation) =>
  mutant(`moves-${operation}-to-another-version`, "versioning.path-prefix", ({ flow }) => ({
    flow: { knows: (call) => call.operation !== `webhook/${operation}` && flow.knows(call) },
  })),
);
