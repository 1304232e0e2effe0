/** The median of some measurements, with the least and the greatest: `1.42 (1.38 to 1.51)`. */
export function spreadOf(values: readonly number[], digits = 0): string {
  const sorted = values.toSorted((one, other) => one - other);
  const [middle, least, greatest] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)].map(
    (value) => (value ?? Number.NaN).toFixed(digits),
  );
  return `${middle} (${least} to ${greatest})`;
}
