import { terminalText } from "../text/terminal-text.ts";

/** Error codes of systems for a closed pipe. */
const GONE = new Set<unknown>(["EPIPE", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"]);

/**
 * Lets a command continue to its own exit code after the reader of its output has gone. Reports any other write problem.
 * @returns whether such a problem has cut the output
 */
export function outliveReaders({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): () => boolean {
  let isCut = false;
  stdout.on("error", (error) => {
    if ("code" in error && GONE.has(error.code)) return;
    isCut = true;
    stderr.write(
      `Cannot print to the end: ${terminalText(error.message)}. Free space or print elsewhere, and repeat the command.\n`,
    );
  });
  stderr.on("error", () => undefined);
  return () => isCut;
}
