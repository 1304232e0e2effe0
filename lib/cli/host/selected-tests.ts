/** A test or a suite of vitest, as far as its selection goes. */
interface RunnerTask {
  readonly name: string;
  readonly mode: string;
  readonly tasks?: readonly RunnerTask[];
}

const LEFT_OUT = ["skip", "todo"];

/** The names of the tests below a file or a suite that the runner will run. */
export function selectedTests({ tasks = [] }: Pick<RunnerTask, "tasks">): ReadonlySet<string> {
  const names = tasks.flatMap((task) => {
    if (task.tasks !== undefined) return [...selectedTests(task)];
    return LEFT_OUT.includes(task.mode) ? [] : [task.name];
  });
  return new Set(names);
}
