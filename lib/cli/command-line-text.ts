import { basename, dirname, join, relative, sep } from "node:path";
import { packageRoot, suiteIdentity } from "../package-root.ts";
import { shownFile } from "../profile/profile-error.ts";
import { shellWord } from "../report/text/shell-word.ts";

/** Where a command is typed, and where this package lies. */
interface Place {
  /** Default: the working directory. */
  readonly cwd?: string;
  /** Folder that holds `lib`: a checkout, or `dist` of the installed package. Default: of this one. */
  readonly root?: string;
}

/**
 * A command of this package as it works where the user stands: in a checkout by npm, which finds the Node of the
 * checkout; of a project, or of a cache of npx, by npx; otherwise by its name.
 */
export function commandLineText(
  args: readonly string[],
  { cwd = process.cwd(), root = packageRoot }: Place = {},
): string {
  return [...starter(cwd, root), ...args.map(shellWord)].join(" ");
}

function starter(cwd: string, root: string): readonly string[] {
  const { name } = suiteIdentity();
  const folder = root.endsWith(sep) ? root.slice(0, -1) : root;
  const modules = modulesFolder(folder);
  if (modules === undefined) {
    const isHere = relative(folder, cwd) === "";
    const bin = shellWord(shownFile(join(folder, "lib/cli/bin.js")));
    return isHere ? ["npm run -s cli --"] : [shellWord(process.execPath), bin];
  }
  const project = dirname(modules);
  const isOfProject = !relative(project, cwd).startsWith("..") || basename(dirname(project)) === "_npx";
  return isOfProject ? ["npx", name] : [name];
}

/** The nearest `node_modules` around an installed package. */
function modulesFolder(folder: string): string | undefined {
  if (basename(folder) === "node_modules") return folder;
  return dirname(folder) === folder ? undefined : modulesFolder(dirname(folder));
}
