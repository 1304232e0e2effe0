/** Areas whose rows have no check yet: the operations named only, the events and the MCP service. */
const AREAS = [
  "transaction",
  "account",
  "card",
  "budget",
  "sub-account",
  "three-d-secure",
  "delivery",
  "authorization",
] as const;

/** Whether a row of the catalogue may still be without a check or observation. */
export function isWithoutCheck(id: string): boolean {
  return AREAS.some((area) => id.startsWith(`${area}.`));
}
