import { parseArgs } from "node:util";
import { isInSample, JUDGES_ALL } from "../is-in-sample.ts";
import { judgeMutants } from "./judge-mutants.ts";
import { allMutants } from "./mutations.ts";
import { type Fate, readSurvivors, settle } from "./settle.ts";

const THREADS = 2;
const PROGRESS_EVERY = 200;
/** Of so many mutants one is judged. */
const STEP = JUDGES_ALL ? 1 : 4;

/**
 * Judges the reference with mutations of its source: each is killed, or `survivors.yaml` says why it lives.
 * The file is taken at its word. With `--thorough` every mutant is judged, known survivors too.
 */
const { values } = parseArgs({
  options: { thorough: { type: "boolean", default: false }, only: { type: "string", default: "" } },
});
const startedAt = performance.now();
const classified = readSurvivors();
const known = new Set(classified.map(({ name }) => name));
const mutants = allMutants();
const wanted = [...mutants.entries()].filter(([, { name }]) => name.includes(values.only));
const tasks = wanted.flatMap(([number, { name }]) =>
  values.thorough || (!known.has(name) && (values.only !== "" || isInSample(name, STEP))) ? [{ number }] : [],
);
const fates = new Map<string, Fate>();
await judgeMutants(tasks, THREADS, ({ number }, fate) => {
  fates.set(mutants[number]?.name ?? "", fate);
  if (fates.size % PROGRESS_EVERY === 0)
    console.info(`${fates.size} of ${tasks.length} mutants, ${seconds()} s`);
});
const names = wanted.map(([, { name }]) => name);
const { counts, problems } = settle({ names, fates, classified, complete: values.only === "" });
for (const { name } of classified.filter((one) => one.class === "hole")) console.info(`hole: ${name}`);
for (const problem of problems) console.error(problem);
const survivors = Object.entries(counts.survivors).map(([name, count]) => `${count} ${name}`);
console.info(
  `${tasks.length} of ${counts.mutants} mutants judged in ${seconds()} s: ${counts.killed} killed, ${counts.timedOut} endless, ${counts.notReached} not reached; survivors: ${survivors.join(", ")}; ${problems.length} problems`,
);
process.exitCode = problems.length === 0 ? 0 : 1;

function seconds(): number {
  return Math.round((performance.now() - startedAt) / 1000);
}
