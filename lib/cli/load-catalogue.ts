import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Requirement } from "../session/requirement.ts";
import { Catalogue, isRequirement } from "../engine/requirement/catalogue.ts";

/** Files with the requirements of an area. A long chapter is split by theme: `requirements-covers.ts`. */
const CHAPTERS = [/^requirements(?:-[a-z-]+)?\.[jt]s$/, /^open-questions(?:-[a-z-]+)?\.[jt]s$/];

/** A requirement and its place in the sources. */
export interface PlacedRequirement {
  readonly requirement: Requirement;
  /** Below the folder of the suites, for example `webhook/register/requirements.ts`. */
  readonly path: string;
  readonly name: string;
}

/** The page that lists the areas, the requirements on which others are based, and the retired ids. */
export interface Contents {
  readonly AREAS: readonly string[];
  readonly FOUNDATIONS: readonly string[];
  readonly RETIRED_IDS: Readonly<Record<string, string>>;
}

/** Every requirement of the areas that the contents page names, in their order. */
export async function loadSentences(folder: string): Promise<readonly PlacedRequirement[]> {
  const sentences: PlacedRequirement[] = [];
  for (const area of (await contentsOf(folder)).AREAS) {
    for (const file of filesOf(folder, area)) sentences.push(...(await sentencesIn(folder, file)));
  }
  return sentences;
}

/** The catalogue is the sum of the areas. The parent folder of an area is its group. */
export function catalogueOf(
  sentences: readonly PlacedRequirement[],
  { FOUNDATIONS, RETIRED_IDS }: Pick<Contents, "FOUNDATIONS" | "RETIRED_IDS">,
): Catalogue<Requirement> {
  const groups = sentences.flatMap(({ path }): [string, string][] => {
    const [group = "", area = "", ...chapter] = path.split("/");
    return chapter.length === 0 ? [] : [[area, group]];
  });
  return new Catalogue(
    sentences.map(({ requirement }) => requirement),
    new Map(groups),
    FOUNDATIONS,
    RETIRED_IDS,
  );
}

/** The lists of the contents page. */
export async function contentsOf(folder: string): Promise<Contents> {
  const [contents = "contents.ts"] = readdirSync(folder).filter((file) => /^contents\.[jt]s$/.test(file));
  const module: Partial<Contents> = await load(folder, contents);
  const { AREAS = [], FOUNDATIONS = [], RETIRED_IDS = {} } = module;
  return { AREAS, FOUNDATIONS, RETIRED_IDS };
}

/** Sources in a checkout, compiled files in a package: without their declarations. */
function filesOf(folder: string, area: string): string[] {
  const files = readdirSync(join(folder, area)).toSorted();
  return CHAPTERS.flatMap((chapter) =>
    files.filter((file) => chapter.test(file)).map((file) => `${area}/${file}`),
  );
}

/** The requirements of a file, in the order in which they are written. */
async function sentencesIn(folder: string, path: string): Promise<PlacedRequirement[]> {
  const members: Record<string, unknown> = await load(folder, path);
  const source = readFileSync(join(folder, path), "utf8");
  const written = [...source.matchAll(/^export const (?:\{([^{}]*)\}|(\w+))/gm)].flatMap(
    ([, several, one = ""]) => several?.split(/[\s,]+/) ?? one,
  );
  const placeOf = ({ name }: PlacedRequirement) => written.indexOf(name);
  return Object.entries(members)
    .flatMap(([name, value]) => (isOfTheApi(value) ? [{ requirement: value, path, name }] : []))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** The words that areas may use to write requirements of this API. */
function isOfTheApi(value: unknown): value is Requirement {
  return isRequirement(value);
}

async function load(folder: string, file: string): Promise<Record<string, never>> {
  return import(pathToFileURL(join(folder, file)).href);
}
