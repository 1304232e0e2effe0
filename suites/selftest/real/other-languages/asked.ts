import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Validator } from "../validators.ts";
import type { Program } from "./programs.ts";

const MAX_CHARS = 512;
const REFUSED = "-";

/** The validators of a program that runs. */
export interface Asked {
  readonly validators: Readonly<Record<string, Validator>>;
  close(): void;
}

/** Starts a program and asks it line by line; undefined: its tool is not installed. */
export async function asked(program: Program): Promise<Asked | undefined> {
  for (const command of program.commands) {
    const started = await startedBy(command, program.environment);
    if (started !== undefined) return started;
  }
  return undefined;
}

async function startedBy(
  [tool = "", ...rest]: readonly string[],
  environment: Program["environment"],
): Promise<Asked | undefined> {
  const child = spawn(tool, rest, {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, ...environment },
  });
  child.once("error", () => child.stdin.destroy());
  child.stdin.on("error", () => undefined);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { value: names } = await lines.next();
  if (typeof names !== "string") return undefined;
  const answer = inTurn(child, async () => (await lines.next()).value);
  return {
    validators: Object.fromEntries(names.split("\t").map((name) => [name, validatorOf(name, answer)])),
    close: () => child.stdin.end(),
  };
}

type Answer = (line: string) => Promise<unknown>;

/** One question after the other. */
function inTurn(child: ChildProcess, read: () => Promise<unknown>): Answer {
  let last: Promise<unknown> = Promise.resolve();
  return async (line) => {
    last = last.then(async () => {
      child.stdin?.write(`${line}\n`);
      return read();
    });
    return last;
  };
}

/** What is no text, and what is too long, is refused before the library is asked, as services do. */
function validatorOf(name: string, answer: Answer): Validator {
  return async (callbackUrl) => {
    if (typeof callbackUrl !== "string" || callbackUrl.length > MAX_CHARS) return undefined;
    const stored = await answer(`${name}\t${Buffer.from(callbackUrl).toString("base64")}`);
    if (typeof stored !== "string") throw new Error(`Cannot ask ${name}: its program has ended`);
    return stored === REFUSED ? undefined : Buffer.from(stored, "base64").toString();
  };
}
