import { areaOf } from "../../engine/catalogue.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { VERDICTS } from "../result-fields.ts";

/** Requirements of other versions of the suite, of all files and of one file. */
const MAX_FOREIGN = 2000;
const MAX_FOREIGN_OF_FILE = 200;
const ID = /^[a-z\d-]{1,64}\.[a-z\d-]{1,64}$/;
const CODES: ReadonlyMap<Verdict, number> = new Map(VERDICTS.map((verdict, at) => [verdict, at + 1]));

/** The verdicts of a run, one byte for each requirement of a register. Zero: not run. */
export type PackedVerdicts = Uint8Array;

/** Numbers the requirements of all runs, so that a year of runs takes little memory. */
export class VerdictRegister {
  readonly #indexes = new Map<string, number>();
  readonly #ofArea = new Map<string, number[]>();
  readonly #known: ReadonlySet<string>;
  readonly #foreignOf = new Map<string, number>();

  /** @param known the requirements of this version: no file can use up their room */
  constructor(known: Iterable<string>) {
    this.#known = new Set(known);
  }

  /** The areas of all requirements so far, with the indexes of their requirements. */
  get areas(): ReadonlyMap<string, readonly number[]> {
    return this.#ofArea;
  }

  /**
   * Packs the verdicts of a run. Undefined: it names something else, or too many requirements of other versions.
   * @param file from which the run is
   */
  pack(checks: ReadonlyMap<string, Verdict>, file: string): PackedVerdicts | undefined {
    if (![...checks.keys()].every((id) => ID.test(id)) || !this.#admits([...checks.keys()], file))
      return undefined;
    const numbered = [...checks].map(
      ([id, verdict]) => [this.#indexOf(id), CODES.get(verdict) ?? 0] as const,
    );
    const packed = new Uint8Array(this.#indexes.size);
    for (const [index, code] of numbered) packed[index] = code;
    return packed;
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

  #indexOf(id: string): number {
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    const index = this.#indexes.size;
    this.#indexes.set(id, index);
    const area = areaOf(id);
    this.#ofArea.set(area, [...(this.#ofArea.get(area) ?? []), index]);
    return index;
  }
}

/** The verdict of one requirement. Undefined: not run. */
export function verdictAt(packed: PackedVerdicts, index: number): Verdict | undefined {
  return VERDICTS[(packed[index] ?? 0) - 1];
}
