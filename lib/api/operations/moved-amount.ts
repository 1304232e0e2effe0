const NUMBER = /-?\d+(?:\.\d+)?/g;

/**
 * Whether what an area shows has changed by exactly an amount: some numbers have grown or shrunk by it, and nothing else
 * differs.
 */
export function hasMovedAmount(before: string, after: string, amount: number): boolean {
  if (amount === 0 || before.replaceAll(NUMBER, "") !== after.replaceAll(NUMBER, "")) return false;
  const [then, now] = [before.match(NUMBER) ?? [], after.match(NUMBER) ?? []];
  const changes = now.map((text, at) => Math.abs(Number(text) - Number(then[at]))).filter((by) => by > 0);
  return changes.length > 0 && changes.every((by) => by === Math.abs(amount));
}
