import { areaOf } from "../../engine/catalogue.ts";
import type { Verdict } from "../../engine/verdict.ts";
import { VERDICTS } from "../result-fields.ts";

/** Several times as many as the catalogue has. */
const MAX_IDS = 2000;
const ID = /^[a-z\d-]{1,64}\.[a-z\d-]{1,64}$/;
const CODES: ReadonlyMap<Verdict, number> = new Map(VERDICTS.map((verdict, at) => [verdict, at + 1]));

/** The verdicts of a run, one byte for each requirement of a register. Zero: not run. */
export type PackedVerdicts = Uint8Array;

/** Numbers the requirements of all runs, so that a year of runs takes little memory. */
export class VerdictRegister {
  readonly #indexes = new Map<string, number>();
  readonly #ofArea = new Map<string, number[]>();

  /** The areas of all requirements so far, with the indexes of their requirements. */
  get areas(): ReadonlyMap<string, readonly number[]> {
    return this.#ofArea;
  }

  /** Packs the verdicts of a run. Undefined: it names something else, or too many requirements. */
  pack(checks: Iterable<readonly [id: string, verdict: Verdict]>): PackedVerdicts | undefined {
    const numbered: [number, number][] = [];
    for (const [id, verdict] of checks) {
      const index = this.#indexOf(id);
      if (index === undefined) return undefined;
      numbered.push([index, CODES.get(verdict) ?? 0]);
    }
    const packed = new Uint8Array(this.#indexes.size);
    for (const [index, code] of numbered) packed[index] = code;
    return packed;
  }

  #indexOf(id: string): number | undefined {
    const known = this.#indexes.get(id);
    if (known !== undefined) return known;
    if (this.#indexes.size >= MAX_IDS || !ID.test(id)) return undefined;
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
