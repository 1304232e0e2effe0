import type { NormativeId } from "../requirements/catalogue.ts";
import type { Ledger } from "./ledger.ts";

/** When one valid request of a kind was accepted, and what may explain that none was. */
interface Ground {
  readonly granted: NormativeId;
  readonly owners: readonly NormativeId[];
}

const REGISTER: Ground = {
  granted: "register.accepts",
  owners: ["versioning.path-prefix", "api-key.suffices"],
};
const QUERY: Ground = {
  granted: "query.answers",
  owners: ["versioning.path-prefix", "api-key.suffices", "query.needs-no-body"],
};
const DISABLE: Ground = {
  granted: "disable.succeeds",
  owners: ["versioning.path-prefix", "disable.needs-no-body"],
};

const GROUNDS: Readonly<Partial<Record<NormativeId, Ground>>> = {
  "register.accepts": REGISTER,
  "register.creates": QUERY,
  "query.answers": QUERY,
  "disable.succeeds": DISABLE,
};

/**
 * Why a requirement that the answers broke is undecided all the same: not one valid request of its kind was accepted,
 * and another requirement has failed for that. So one cause is one red line.
 */
export function restsOn(requirement: NormativeId, ledger: Ledger): string | undefined {
  const ground = GROUNDS[requirement];
  if (ground === undefined || ledger.timesKept(ground.granted) > 0) return undefined;
  const owner = ground.owners.find((one) => ledger.hasFailed(one));
  return owner && `Rests on ${owner}, which failed: not one valid request of this kind was accepted.`;
}
