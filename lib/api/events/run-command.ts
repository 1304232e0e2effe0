import { execFile } from "node:child_process";
import { promisify } from "node:util";

const TIMEOUT_MS = 30_000;
const run = promisify(execFile);

/** Runs a program, without a shell. @returns why it failed, without a word of what it printed; undefined: it did not */
export async function runCommand([file = "", ...args]: readonly string[]): Promise<string | undefined> {
  try {
    await run(file, args, { timeout: TIMEOUT_MS, windowsHide: true });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return typeof code !== "number" && typeof code !== "string"
      ? `was ended after ${TIMEOUT_MS / 1000} s`
      : `ended with ${code}`;
  }
}
