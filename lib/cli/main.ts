import {
  boardCommand,
  compareCommand,
  exportCommand,
  reportCommand,
  waiveCommand,
} from "./commands/result-commands.ts";
import {
  explainCommand,
  initCommand,
  listCommand,
  relayCommand,
  serveCommand,
  signCommand,
} from "./commands/reference-commands.ts";
import {
  doctorCommand,
  observeCommand,
  replayCommand,
  restoreCommand,
  runCommand,
} from "./commands/run-commands.ts";
import { Command, CommanderError } from "commander";
import { suiteIdentity } from "../package/package-root.ts";
import { terminalText } from "../text/terminal-text.ts";
import { exitCodeOf } from "./exit-code.ts";

/** Error codes of systems for a closed pipe. */
const GONE = new Set<unknown>(["EPIPE", "ECONNRESET", "EOF", "ERR_STREAM_DESTROYED"]);

/** Runs the command line and ends the process with its exit code. Without its whole output, a success has exit code 2. */
export async function main(args: readonly string[]): Promise<void> {
  const isCut = outliveReaders(process);
  const exitCode = await runCommandLine(args);
  await drained();
  process.exit(exitCode === 0 && isCut() ? 2 : exitCode);
}

/** Runs the command line and returns its exit code. It prints to the streams of the process. */
export async function runCommandLine(args: readonly string[]): Promise<number> {
  let exitCode = 0;
  try {
    await commandLine((code) => {
      exitCode = code;
    }).parseAsync(args, { from: "user" });
  } catch (error) {
    exitCode = await report(error, args);
  }
  return exitCode;
}

/** Makes the whole command line. @param exit receives the exit code of a command */
export function commandLine(exit: (code: number) => void): Command {
  const { name, version } = suiteIdentity();
  const root = new Command(name)
    .description("Contract and conformance test suite for the Card Issuing Open API.")
    .version(version)
    .enablePositionalOptions();
  const commands = [
    runCommand(exit),
    doctorCommand(exit),
    listCommand(),
    explainCommand(),
    serveCommand(),
    relayCommand(),
    observeCommand(exit),
    compareCommand(exit),
    reportCommand(),
    boardCommand(),
    waiveCommand(),
    exportCommand(),
    replayCommand(exit),
    restoreCommand(exit),
    signCommand(),
    initCommand(),
  ];
  for (const command of commands) root.addCommand(command);
  return strict(root);
}

function strict(command: Command): Command {
  for (const part of command.commands) strict(part);
  return command.exitOverride().showSuggestionAfterError().showHelpAfterError(false);
}

async function report(error: unknown, args: readonly string[]): Promise<number> {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  const isPrinted = error instanceof CommanderError;
  const { code, text } = isPrinted ? { code: 2, text: error.message } : exitCodeOf(error);
  if (!isPrinted) process.stderr.write(`${terminalText(text, { keepLines: true })}\n`);
  const { reportWithoutResult } = await import("./without-result.ts");
  reportWithoutResult(text, args, process.env);
  return code;
}

/** Waits until both streams have taken everything: a pipe may be slow. */
async function drained(): Promise<void> {
  const streams = [process.stdout, process.stderr];
  await Promise.all(
    streams.map(async (stream) => new Promise<void>((done) => stream.write("", () => done()))),
  );
}

if (import.meta.main) {
  process.stderr.write("Cannot run lib/cli/main.ts by itself: the command is lib/cli/bin.js.\n");
  process.exitCode = 2;
}

/**
 * Lets a command continue to its own exit code after the reader of its output has gone. Reports any other write problem.
 * @returns whether such a problem has cut the output
 */
function outliveReaders({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): () => boolean {
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
