import type { Registration } from "../registration.ts";

/** Registers the hooks of disabled configurations again: a target may disable one by itself. */
export async function enableAgain(found: readonly Registration[]): Promise<void> {
  for (const { merchant, hook } of found)
    if ((await merchant.configuration()).status === 0) await merchant.accepts(hook.url);
}
