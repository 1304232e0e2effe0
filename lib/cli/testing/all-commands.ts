import { readdirSync } from "node:fs";
import { Command } from "commander";

/** Returns every command of the command line: each file of its folder exports one function that makes one. */
export async function allCommands(): Promise<Command[]> {
  const folder = new URL("../commands/", import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const modules = await Promise.all(
    files.toSorted().map(async (file): Promise<unknown> => import(new URL(file, folder).href)),
  );
  return modules
    .flatMap((module) => Object.values(Object(module)))
    .filter((make) => typeof make === "function")
    .map((make): unknown => make(() => undefined))
    .filter((command) => command instanceof Command);
}
