import { parentPort } from "node:worker_threads";
import { loadInstrumented } from "./instrument.ts";
import { allMutants } from "./mutations.ts";

export interface Task {
  /** Of the mutant. */
  readonly number: number;
}

/** A thread that judges the mutants that it is sent, one after the other. */
loadInstrumented(allMutants());
const { baseline, tryMutant } = await import("./try-mutant.ts");
const own = await baseline();
parentPort?.on("message", (task: Task) => void answer(task));
parentPort?.postMessage("ready", []);

async function answer({ number }: Task): Promise<void> {
  parentPort?.postMessage(await tryMutant(number, own), []);
}
