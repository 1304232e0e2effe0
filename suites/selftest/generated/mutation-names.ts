import type { Mutation } from "./mutation.ts";

const HEAD_CHARS = 50;
const TAIL_CHARS = 20;

/**
 * A name for each mutation that lasts as long as the code that it changes: file, what encloses it, operator and change,
 * and a number from the second of its kind on. No line numbers: code elsewhere may come and go.
 */
export function mutationNames(mutations: readonly Mutation[]): string[] {
  const seen = new Map<string, number>();
  return mutations.map(({ file, where, operator, from, to }) => {
    const name = `${[file, where, operator].filter(Boolean).join(" ")}: ${clipped(from)} → ${clipped(to)}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} #${count}`;
  });
}

function clipped(code: string): string {
  const line = code.replaceAll(/\s+/g, " ");
  if (line.length <= HEAD_CHARS + TAIL_CHARS) return line;
  return `${line.slice(0, HEAD_CHARS)} … ${line.slice(-TAIL_CHARS)}`;
}
