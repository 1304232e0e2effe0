import type { Requirement, RequirementId } from "./requirement.ts";

/** A requirement of any API, for code that only reads it. */
export type AnyRequirement = Requirement<never, never, never>;

/** Every requirement, in the order of a run. */
export class Catalogue<R extends AnyRequirement = AnyRequirement> {
  readonly requirements: readonly R[];
  /** The group of each area that has one: `webhook` for `register`. */
  readonly groups: ReadonlyMap<string, string>;
  /** Requirements on which others are based, the most basic one first. */
  readonly foundations: readonly RequirementId[];
  readonly #retired: ReadonlyMap<string, string>;
  readonly #byId: ReadonlyMap<RequirementId, R>;

  /**
   * @param retiredIds retired ids, separated by commas, by the ids that replace them. Default: none
   * @throws {Error} if two requirements have one id: a defect of the suite
   */
  constructor(
    requirements: readonly R[],
    groups: ReadonlyMap<string, string> = new Map(),
    foundations: readonly RequirementId[] = [],
    retiredIds: Readonly<Record<string, string>> = {},
  ) {
    this.requirements = requirements;
    this.foundations = foundations;
    this.groups = groups;
    this.#retired = new Map(
      Object.entries(retiredIds).flatMap(([now, retired]) => retired.split(",").map((id) => [id, now])),
    );
    this.#byId = new Map(requirements.map((one) => [one.id, one]));
    if (this.#byId.size !== requirements.length)
      throw new Error("Cannot make a catalogue: two requirements have one id");
  }

  get ids(): readonly RequirementId[] {
    return [...this.#byId.keys()];
  }

  find(id: string): R | undefined {
    return this.#byId.get(id);
  }

  /** Says what replaces a retired id. Undefined: it is not one. */
  replacementOf(id: string): string | undefined {
    const now = this.#retired.get(id);
    return now === undefined ? undefined : `it is now part of ${now}`;
  }

  /** @throws {Error} for an id that is not in the catalogue: a defect of the suite */
  get(id: RequirementId): R {
    const found = this.#byId.get(id);
    if (found === undefined) throw new Error(`Cannot find the requirement ${id}: it is not in the catalogue`);
    return found;
  }
}

/** A chapter of the contract, for example `callback-url`. */
export type Area = string;

/** The area of an id: `callback-url` for `callback-url.max-length`. */
export function areaOf(id: RequirementId): Area {
  return id.slice(0, id.indexOf("."));
}

/** Whether a run decides a requirement, not only observes it. */
export function isNormative({ level }: Pick<AnyRequirement, "level">): boolean {
  return level !== "unspecified";
}

/** Whether this version can decide a requirement, or observe it. */
export function isDecided({ check, rule, observe }: AnyRequirement): boolean {
  return check !== undefined || rule !== undefined || observe !== undefined;
}

/** Whether a module export is a requirement. */
export function isRequirement(value: unknown): value is AnyRequirement {
  return typeof value === "object" && value !== null && "id" in value && "level" in value && "text" in value;
}
