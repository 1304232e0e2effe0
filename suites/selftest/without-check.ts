/** Areas whose rows have no check yet: the operations named only and the MCP service. */
const AREAS = [
  "transaction",
  "account",
  "card",
  "budget",
  "sub-account",
  "three-d-secure",
  "authorization",
] as const;

/** Rows of areas that have checks. */
const ROWS = [
  "delivery.payload",
  "delivery.headers",
  "delivery.answer",
  "delivery.timing",
  "delivery.event-types",
];

/** Whether a row of the catalogue may still be without a check or observation. */
export function isWithoutCheck(id: string): boolean {
  return ROWS.includes(id) || AREAS.some((area) => id.startsWith(`${area}.`));
}
