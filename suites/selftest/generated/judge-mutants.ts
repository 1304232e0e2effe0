import { Worker } from "node:worker_threads";
import type { Fate } from "./settle.ts";
import type { Task } from "./trial-worker.ts";

const MUTANT_LIMIT_MS = 60_000;
const START_LIMIT_MS = 600_000;

/**
 * Judges mutants in threads. One that does not come to an end within a minute counts as endless, and its thread is ended.
 *
 * @param tell is called after every mutant.
 */
export async function judgeMutants(
  tasks: readonly Task[],
  threads: number,
  tell: (task: Task, fate: Fate) => void,
): Promise<void> {
  const queue = tasks.values();
  const work = async () => {
    let worker = await started();
    for (const task of queue) {
      const fate = await fateOf(worker, task);
      if (fate === undefined) {
        await worker.terminate();
        worker = await started();
      }
      tell(task, fate ?? { kind: "endless" });
    }
    await worker.terminate();
  };
  await Promise.all(Array.from({ length: threads }, work));
}

async function started(): Promise<Worker> {
  const worker = new Worker(new URL("trial-worker.ts", import.meta.url));
  const ready = await said(worker, START_LIMIT_MS);
  if (ready === undefined) throw new Error("Cannot judge mutants: the thread does not start");
  return worker;
}

async function fateOf(worker: Worker, task: Task): Promise<Fate | undefined> {
  const answer = said<Fate>(worker, MUTANT_LIMIT_MS);
  worker.postMessage(task, []);
  return answer;
}

/** The next message of a thread; undefined when none comes in time. */
async function said<T>(worker: Worker, limitMs: number): Promise<T | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  worker.once("message", resolve).once("error", reject);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off("message", resolve).off("error", reject);
  }
}
