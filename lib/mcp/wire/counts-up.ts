/** The distance of numbers that a client can guess from each other: a few ids, or the time between two of them. */
const NEAR = { numbers: 100, part: 1e-6 };

/** Whether one id is another number near that of another one, behind the same beginning. */
export function countsUp(one: string, other: string): boolean {
  const [first, second] = [one, other].map((id) => /^(.*?)(\d{1,19})$/.exec(id));
  if (one === other || first === null || second === null || first?.[1] !== second?.[1]) return false;
  const [before, after] = [Number(first?.[2]), Number(second?.[2])];
  return Math.abs(after - before) <= Math.max(NEAR.numbers, before * NEAR.part);
}
