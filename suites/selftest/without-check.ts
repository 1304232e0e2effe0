/** What the profile alone knows. */
const ROWS: readonly string[] = ["three-d-secure.path"];

/** Whether a row of the catalogue may still be without a check or observation. */
export function isWithoutCheck(id: string): boolean {
  return ROWS.includes(id);
}
