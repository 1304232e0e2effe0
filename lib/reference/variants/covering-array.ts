import { seededDraw, type Draw } from "./random.ts";

/** Which pairs of values, of two different columns, no row holds yet. Values are numbered over all columns. */
interface OpenPairs {
  readonly starts: readonly number[];
  readonly isOpen: (a: number, b: number) => boolean;
  readonly close: (a: number, b: number) => void;
  /** The first open pair; undefined: all pairs are covered. */
  readonly next: () => readonly [number, number] | undefined;
}

/**
 * Rows in which every two values of every two columns meet at least once. Each row begins with an open pair;
 * the other columns, in random order, take the value that closes the most pairs with those already taken.
 *
 * @param sizes how many values each column has; a row holds one number below its size for each column.
 */
export function coveringArray(sizes: readonly number[], seed: number): number[][] {
  const draw = seededDraw(seed);
  const pairs = openPairs(sizes);
  const rows: number[][] = [];
  for (let pair = pairs.next(); pair !== undefined; pair = pairs.next()) {
    const row = fillRow(sizes, pairs, pair, draw);
    for (const [column, a] of row.entries()) for (const b of row.slice(column + 1)) pairs.close(a, b);
    rows.push(row.map((value, column) => value - (pairs.starts[column] ?? 0)));
  }
  return rows;
}

function fillRow(sizes: readonly number[], pairs: OpenPairs, pair: readonly number[], draw: Draw): number[] {
  const row = new Map<number, number>();
  const columnOf = (value: number) => pairs.starts.findLastIndex((start) => start <= value);
  for (const value of pair) row.set(columnOf(value), value);
  const others = sizes.keys().filter((column) => !row.has(column));
  for (const column of shuffled([...others], draw)) {
    const start = pairs.starts[column] ?? 0;
    const values = Array.from({ length: sizes[column] ?? 0 }, (_, index) => start + index);
    const gain = (value: number) => [...row.values()].filter((taken) => pairs.isOpen(value, taken)).length;
    const gains = shuffled(values, draw).map((value) => ({ value, gain: gain(value) }));
    const best = gains.reduce((left, right) => (right.gain > left.gain ? right : left));
    row.set(column, best.value);
  }
  return Array.from(sizes, (_, column) => row.get(column) ?? 0);
}

function openPairs(sizes: readonly number[]): OpenPairs {
  const starts = sizes.map((_, column) => sizes.slice(0, column).reduce((sum, size) => sum + size, 0));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const columns = sizes.flatMap((size, column) => Array.from({ length: size }, () => column));
  const closed = new Uint8Array(total * total);
  const at = (a: number, b: number) => Math.min(a, b) * total + Math.max(a, b);
  for (let a = 0; a < total; a += 1) {
    for (let b = a; b < total; b += 1) closed[at(a, b)] = columns[a] === columns[b] ? 1 : 0;
  }
  let from = 0;
  return {
    starts,
    isOpen: (a, b) => closed[at(a, b)] === 0,
    close: (a, b) => void (closed[at(a, b)] = 1),
    next() {
      for (; from < closed.length; from += 1) {
        const pair = [Math.floor(from / total), from % total] as const;
        if (pair[0] < pair[1] && closed[from] === 0) return pair;
      }
      return undefined;
    },
  };
}

function shuffled<T>(items: readonly T[], draw: Draw): T[] {
  return items
    .map((item) => ({ item, place: draw(2 ** 30) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
