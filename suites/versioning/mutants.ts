import { sayingNo } from "../../lib/reference/changes.ts";
import { type Change, toMutants } from "../../lib/reference/mutant.ts";

/** Knows an operation at no path of this version. */
const moving = (operation: string): Change =>
  sayingNo("flow.knows", (call) => call.operation === `webhook/${operation}`);

export const versioningMutants = toMutants({
  "versioning.path-prefix": {
    "moves-register-to-another-version": moving("register"),
    "moves-query-to-another-version": moving("query"),
    "moves-disable-to-another-version": moving("disable"),
  },
});
