import { execFile } from "node:child_process";
import { promisify } from "node:util";

const TIMEOUT_MS = 30_000;
const run = promisify(execFile);

/** The output of a program, or why it failed, without its output. */
export type ProgramOutput = { readonly text: string } | { readonly problem: string };

/** Runs a program, without a shell. */
export async function programOutput([file = "", ...args]: readonly string[]): Promise<ProgramOutput> {
  try {
    const { stdout } = await run(file, args, { timeout: TIMEOUT_MS, windowsHide: true });
    return { text: stdout };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return typeof code !== "number" && typeof code !== "string"
      ? { problem: `was ended after ${TIMEOUT_MS / 1000} s` }
      : { problem: `ended with ${code}` };
  }
}
