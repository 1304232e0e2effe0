import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import * as z from "zod";

const PATH = fileURLToPath(new URL("survivors.yaml", import.meta.url));

/**
 * `equivalent`: no answer differs, and none can. `unspecified`: answers differ in what the document leaves open.
 * `undecided`: checks come to no judgement, so that no run is conformant. `unreached`: nothing runs the code.
 * `hole`: a wrong server that passes.
 */
const survivorClass = z.enum(["equivalent", "unspecified", "undecided", "unreached", "hole"]);
export type SurvivorClass = z.output<typeof survivorClass>;

const schema = z.array(
  z.strictObject({
    class: survivorClass,
    reason: z.string().min(1),
    mutants: z.array(z.string()).min(1),
  }),
);

/** A classified survivor. */
export interface Classified {
  readonly name: string;
  readonly class: SurvivorClass;
}

/** @throws when the text is not what it should be, or classifies a mutant twice. */
export function readSurvivors(text = readFileSync(PATH, "utf8")): Classified[] {
  const groups = schema.parse(parse(text) ?? []);
  const classified = groups.flatMap((group) => group.mutants.map((name) => ({ name, class: group.class })));
  const twice = classified.find(
    ({ name }, index) => classified.findIndex((one) => one.name === name) < index,
  );
  if (twice !== undefined) throw new Error(`Cannot classify "${twice.name}": it is classified twice`);
  return classified;
}
