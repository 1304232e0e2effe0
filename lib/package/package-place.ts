import { basename, dirname, relative, sep } from "node:path";
import { packageRoot } from "./package-root.ts";

/** The working directory of a command, and the place of this package. */
export interface CommandPlace {
  /** Default: the working directory. */
  readonly cwd?: string;
  /** Folder that holds `lib`: a checkout, or `dist` of the installed package. Default: of this one. */
  readonly root?: string;
}

/** The kind of installation: a checkout, a dependency of the project, or a global or npx copy. */
export type PackagePlace =
  | {
      readonly kind: "checkout";
      readonly folder: string;
      readonly isHere: boolean;
      readonly isAround: boolean;
    }
  | { readonly kind: "project" | "cache" | "machine" };

export function packagePlace({ cwd = process.cwd(), root = packageRoot }: CommandPlace = {}): PackagePlace {
  const folder = root.endsWith(sep) ? root.slice(0, -1) : root;
  const modules = modulesFolder(folder);
  if (modules === undefined) {
    const below = relative(folder, cwd);
    return { kind: "checkout", folder, isHere: below === "", isAround: !below.startsWith("..") };
  }
  const project = dirname(modules);
  if (basename(dirname(project)) === "_npx") return { kind: "cache" };
  return { kind: relative(project, cwd).startsWith("..") ? "machine" : "project" };
}

/** The nearest `node_modules` around an installed package. */
function modulesFolder(folder: string): string | undefined {
  if (basename(folder) === "node_modules") return folder;
  return dirname(folder) === folder ? undefined : modulesFolder(dirname(folder));
}
