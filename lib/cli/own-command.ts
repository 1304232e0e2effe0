import { existsSync, realpathSync } from "node:fs";
import { delimiter, dirname, join, relative, sep } from "node:path";
import { packageRoot, suiteIdentity } from "../package-root.ts";
import { shellWord } from "../reporters/text/shell-word.ts";

/** How a process was started. */
export interface Start {
  /** Folder of the checkout, or `dist` of the installed package. */
  readonly root: string;
  /** The working directory. */
  readonly cwd: string;
  /** The file that was started, as it was named. */
  readonly started: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

const BIN = "lib/cli/bin.js";

/** The words before a command of ours, for texts that print one: they work where the user stands. */
export function ownCommand(
  start: Start = {
    root: packageRoot,
    cwd: process.cwd(),
    started: process.argv[1] ?? "",
    env: process.env,
  },
): string {
  const { root, cwd } = start;
  if (existsSync(join(root, "package.json"))) return inCheckout(root, cwd);
  const { name } = suiteIdentity();
  return isFoundByShell(name, start) ? name : `npx ${name}`;
}

/** `npm run` works in the folder of the checkout, wherever it is called. */
function inCheckout(root: string, cwd: string): string {
  const below = relative(realpathSync(cwd), realpathSync(root));
  return below === "" ? "npm run -s cli --" : `node ${shellWord(join(below, BIN))}`;
}

/** Scripts of npm find more than a shell does. */
function isFoundByShell(name: string, { root, cwd, started, env }: Start): boolean {
  const isByNpm = env["npm_command"] !== undefined;
  const folders = (env["PATH"] ?? "").split(delimiter);
  if (!isByNpm && started === join(dirname(started), name) && folders.includes(dirname(started))) return true;
  const [project = root] = root.split(`${sep}node_modules${sep}`);
  const isOfProject = project !== root && !relative(project, cwd).startsWith("..");
  return !isByNpm && !isOfProject;
}
