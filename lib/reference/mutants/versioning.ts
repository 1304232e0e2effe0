import { mutant } from "../mutant.ts";
import { also } from "./faults.ts";

const moved = "the operation is not found";

export const versioningMutants = (
  [
    ["register", "register.accepts"],
    ["query", "query.answers"],
    ["disable", "disable.succeeds"],
  ] as const
).map(([operation, breaks]) =>
  mutant(
    `moves-${operation}-to-another-version`,
    "versioning.path-prefix",
    ({ flow }) => ({
      flow: { knows: (call) => call.operation !== `webhook/${operation}` && flow.knows(call) },
    }),
    also(moved, breaks),
  ),
);
