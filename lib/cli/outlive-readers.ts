import { terminalText } from "../text/terminal-text.ts";

/** How systems say that the reader of a pipe has gone away. */
const GONE = new Set<unknown>(["EPIPE", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"]);

/** Lets a command go on to its end, and to its own exit code, where what it prints has no reader any more. */
export function outliveReaders({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  stdout.on("error", (error) => {
    if (!("code" in error && GONE.has(error.code)))
      stderr.write(`Cannot print to the end: ${terminalText(error.message)}\n`);
  });
  stderr.on("error", () => undefined);
}
