import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { SuiteModule } from "../plan.ts";

const SUITE_FILE = /^(?!selftest\/).*(?<!\.test|\.d)\.[jt]s$/;

/** The files of checks below a folder, for example `webhook/register.ts`, sorted. */
export function suiteFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(sep, "/"))
    .filter((file) => SUITE_FILE.test(file))
    .toSorted();
}

/** The folders that group the files of checks. */
export function suiteFolders(directory: string): string[] {
  const folders = suiteFiles(directory).filter((file) => file.includes("/"));
  return [...new Set(folders.map((file) => file.slice(0, file.indexOf("/"))))];
}

/** Loads every file of checks below a folder. */
export async function loadSuites(directory: string): Promise<SuiteModule[]> {
  return Promise.all(
    suiteFiles(directory).map(async (path): Promise<SuiteModule> => {
      const exports: Record<string, unknown> = await import(pathToFileURL(join(directory, path)).href);
      return { path, exports };
    }),
  );
}
