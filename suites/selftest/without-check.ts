/** What the profile alone knows, and what is in deliveries. */
const ROWS: readonly string[] = [
  "delivery.answer",
  "delivery.event-types",
  "delivery.headers",
  "delivery.payload",
  "delivery.timing",
  "three-d-secure.path",
];

/** Whether a row of the catalogue may still be without a check or observation. */
export function isWithoutCheck(id: string): boolean {
  return ROWS.includes(id);
}
