import { relative, isAbsolute } from "node:path";

/** The name of a file in messages. */
export function shownFile(file: string): string {
  const below = relative(process.cwd(), file);
  return below === "" || below.startsWith("..") || isAbsolute(below) ? file : below;
}
