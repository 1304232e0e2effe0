import { basename, dirname, relative, sep } from "node:path";
import { packageRoot } from "./package-root.ts";

/** Where a command is typed, and where this package lies. */
export interface Whereabouts {
  /** Default: the working directory. */
  readonly cwd?: string;
  /** Folder that holds `lib`: a checkout, or `dist` of the installed package. Default: of this one. */
  readonly root?: string;
}

/** As what a user has this package: a checkout, a dependency of the project, or something that npx or the machine keeps. */
export type PackagePlace =
  | {
      readonly kind: "checkout";
      readonly folder: string;
      readonly isHere: boolean;
      readonly isAround: boolean;
    }
  | { readonly kind: "project" | "cache" | "machine" };

export function packagePlace({ cwd = process.cwd(), root = packageRoot }: Whereabouts = {}): PackagePlace {
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
