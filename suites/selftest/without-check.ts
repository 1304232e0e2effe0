/** Areas whose rows have no check yet: the MCP service. */
const AREAS = ["authorization"] as const;

/** Rows of other areas that have none yet: they would move money, change cards and accounts, or look into deliveries. */
const ROWS: readonly string[] = [
  "account.transfer-envelope",
  "card.cancel-envelope",
  "sub-account.needs-key",
  "sub-account.switch-provider-envelope",
  "three-d-secure.envelope",
  "three-d-secure.path",
];

/** Whether a row of the catalogue may still be without a check or observation. */
export function isWithoutCheck(id: string): boolean {
  return ROWS.includes(id) || AREAS.some((area) => id.startsWith(`${area}.`));
}
