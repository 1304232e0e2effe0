type Method = (this: unknown, ...given: unknown[]) => unknown;

/** Built-in methods that read all of what they are called on. */
const READERS: readonly (readonly [owner: object, names: readonly string[]])[] = [
  [String.prototype, ["includes", "replace", "replaceAll", "split", "match", "toLowerCase", "toUpperCase"]],
  [
    Array.prototype,
    ["includes", "some", "every", "find", "findLast", "filter", "map", "flatMap", "join", "toSorted"],
  ],
];
/** Those that read their argument. */
const READERS_OF_ARGUMENT: readonly (readonly [owner: object, names: readonly string[]])[] = [
  [JSON, ["parse"]],
  [RegExp.prototype, ["test"]],
];

/**
 * Counts the characters and items that built-in methods read. Unlike time, the count is the same on every machine. A cost that
 * is more than linear nearly always calls such a method on a long text or list again and again.
 */
export class WorkMeter {
  #work = 0;
  readonly #restore: (() => void)[] = [];

  constructor() {
    for (const [owner, names] of READERS) for (const name of names) this.#wrap(owner, name, lengthOf);
    for (const [owner, names] of READERS_OF_ARGUMENT)
      for (const name of names) this.#wrap(owner, name, (_, [first]) => lengthOf(first));
    for (const owner of [String.prototype, Array.prototype])
      this.#wrap(owner, "indexOf", (self, [, from], found) => lengthTo(self, from, found));
  }

  /** So far. */
  get work(): number {
    return this.#work;
  }

  [Symbol.dispose](): void {
    for (const restore of this.#restore) restore();
  }

  #wrap(
    owner: object,
    name: string,
    costOf: (self: unknown, given: readonly unknown[], found: unknown) => number,
  ): void {
    const own: unknown = Reflect.get(owner, name);
    if (!isMethod(own)) throw new Error(`There is no method ${name}`);
    const count = (...call: Parameters<typeof costOf>) => (this.#work += costOf(...call));
    const counting: Method = function counting(...given) {
      const found: unknown = Reflect.apply(own, this, given);
      count(this, given, found);
      return found;
    };
    const define = (value: unknown) => Object.defineProperty(owner, name, { value });
    define(counting);
    this.#restore.push(() => define(own));
  }
}

function isMethod(value: unknown): value is Method {
  return typeof value === "function";
}

/** How far a search went from a place. */
function lengthTo(self: unknown, from: unknown, found: unknown): number {
  const end = typeof found === "number" && found >= 0 ? found + 1 : lengthOf(self);
  return Math.max(0, end - Number(from ?? 0));
}

function lengthOf(self: unknown): number {
  return typeof self === "string" || Array.isArray(self) ? self.length : 0;
}
