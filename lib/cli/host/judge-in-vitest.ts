import { Writable } from "node:stream";
import { createVitest, type Reporter } from "vitest/node";
import type { RunOrder } from "./run-order.ts";
import { viteOptions, vitestOptions } from "./vitest-options.ts";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** vitest, ready to judge. */
export interface Host {
  /** Judges everything, or what is judged until the signal; resolves when no request is on its way any more. */
  judge(order: RunOrder, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Starts vitest without judging yet, so that it can start while the target is visited. */
export async function startHost(reporter: Reporter): Promise<Host> {
  const vitest = await withOwnSignalHandlers(async () =>
    createVitest(
      { ...vitestOptions, include: [...vitestOptions.include], config: false, reporters: [reporter] },
      viteOptions,
      {
        stdout: sink(),
        stderr: sink(),
      },
    ),
  );
  return {
    async judge(order, signal) {
      vitest.provide("conformance", order);
      const cancel = () => void vitest.cancelCurrentRun("keyboard-input");
      signal.addEventListener("abort", cancel);
      try {
        if (!signal.aborted) await vitest.start();
      } finally {
        signal.removeEventListener("abort", cancel);
        await vitest.close();
      }
    },
    close: async () => vitest.close(),
  };
}

/** vitest ends the process on a signal before anything is put back: its handlers are taken off again. */
async function withOwnSignalHandlers<T>(start: () => Promise<T>): Promise<T> {
  const before = SIGNALS.map((name) => ({ name, ours: process.listeners(name) }));
  const started = await start();
  for (const { name, ours } of before) {
    for (const handler of process.listeners(name)) if (!ours.includes(handler)) process.off(name, handler);
  }
  return started;
}

function sink(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
