import type { StoredVerdict } from "../stored/run-result.ts";
import { VERDICTS } from "../stored/result-fields.ts";
import type { PastVerdicts } from "./past-run.ts";

/** Requirements of other versions of the suite, of all files and of one file. */
const MAX_FOREIGN = 2000;
const MAX_FOREIGN_OF_FILE = 200;
const ID = /^[a-z\d-]{1,64}\.[a-z\d-]{1,64}$/;
const CODES: ReadonlyMap<StoredVerdict, number> = new Map(VERDICTS.map((verdict, at) => [verdict, at + 1]));

/** The verdicts of a run, one byte for each requirement of a register. Zero: not run. */
class PackedVerdicts implements PastVerdicts {
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #codes: Uint8Array;

  constructor(indexes: ReadonlyMap<string, number>, codes: Uint8Array) {
    this.#indexes = indexes;
    this.#codes = codes;
  }

  get(requirement: string): StoredVerdict | undefined {
    const index = this.#indexes.get(requirement);
    return index === undefined ? undefined : VERDICTS[(this.#codes[index] ?? 0) - 1];
  }

  *[Symbol.iterator](): Generator<readonly [string, StoredVerdict]> {
    for (const requirement of this.#indexes.keys()) {
      const verdict = this.get(requirement);
      if (verdict !== undefined) yield [requirement, verdict];
    }
  }
}

/** Numbers the requirements of all runs, so that a year of runs takes little memory. */
export class VerdictRegister {
  readonly #indexes = new Map<string, number>();
  readonly #known: ReadonlySet<string>;
  readonly #foreignOf = new Map<string, number>();

  /** @param known the requirements of this version: no file can use up their room */
  constructor(known: Iterable<string>) {
    this.#known = new Set(known);
  }

  /** All requirements so far. */
  get ids(): readonly string[] {
    return [...this.#indexes.keys()];
  }

  /**
   * Packs the verdicts of a run. Undefined: it names something else, or too many requirements of other versions.
   * @param file from which the run is
   */
  pack(checks: PastVerdicts, file: string): PastVerdicts | undefined {
    const all = [...checks];
    const ids = all.map(([id]) => id);
    if (!ids.every((id) => ID.test(id)) || !this.#admits(ids, file)) return undefined;
    for (const id of ids) if (!this.#indexes.has(id)) this.#indexes.set(id, this.#indexes.size);
    const codes = new Uint8Array(this.#indexes.size);
    for (const [id, verdict] of all) codes[this.#indexes.get(id) ?? 0] = CODES.get(verdict) ?? 0;
    return new PackedVerdicts(this.#indexes, codes);
  }

  /** Whether there is room for the requirements of other versions that a run names first. */
  #admits(ids: readonly string[], file: string): boolean {
    const fresh = ids.filter((id) => !this.#known.has(id) && !this.#indexes.has(id)).length;
    const ofFile = (this.#foreignOf.get(file) ?? 0) + fresh;
    const all = [...this.#foreignOf.values()].reduce((sum, count) => sum + count, fresh);
    if (fresh > 0 && (ofFile > MAX_FOREIGN_OF_FILE || all > MAX_FOREIGN)) return false;
    if (fresh > 0) this.#foreignOf.set(file, ofFile);
    return true;
  }
}
