import { terminalText } from "../text/terminal-text.ts";

/** Error codes of systems for a closed pipe. */
const GONE = new Set<unknown>(["EPIPE", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"]);

/** Lets a command continue to its own exit code after the reader of its output has gone. */
export function outliveReaders({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  stdout.on("error", (error) => {
    if (!("code" in error && GONE.has(error.code)))
      stderr.write(`Cannot print to the end: ${terminalText(error.message)}\n`);
  });
  stderr.on("error", () => undefined);
}
