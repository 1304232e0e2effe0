/** Whether nothing is left to samples, as when the pins are written. */
export const JUDGES_ALL = process.env["JUDGES_ALL"] !== undefined;

/** Of so many mutants one is sought in `kills.test.ts`, and one judged by the whole suite in `mutants.test.ts`. */
export const MUTANT_STEPS = { sought: 12, whole: JUDGES_ALL ? 1 : 16 } as const;

/** Whether a mutant is in a sample of about one in `step`. Only its name decides, so a new mutant does not change the sample. */
export function isInSample(name: string, step: number): boolean {
  return numberOf(name) % step === 0;
}

/** The rows that are judged: about one in `step`, chosen by name, and with `JUDGES_ALL` all of them. */
export function sampleOf<T extends { readonly name: string }>(
  rows: readonly T[],
  step: number,
): readonly T[] {
  return rows.filter(({ name }) => JUDGES_ALL || isInSample(name, step));
}

/** A number that only a name decides. */
export function numberOf(name: string): number {
  return Buffer.from(name).reduce((sum, byte) => sum + byte, 0);
}
