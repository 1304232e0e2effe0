import type { ToolCall } from "../profile/mcp-schema.ts";
import type { McpRequest } from "./door.ts";
import type { Era } from "./era.ts";
import { readEffects } from "./late-effects.ts";
import type { Mcp } from "./mcp.ts";
import { type Attempted, isShown, newWrite, readBack, saveWrite, undoWrite, type Write } from "./tools.ts";

/** Builds the request of a call. */
type Ask = (call: ToolCall) => Promise<McpRequest>;

/** Calls without permission, and a write with permission before them. */
interface AttemptsTogether {
  /** Default: none. */
  readonly write?: Ask | undefined;
  /** Writes that must have no effect. */
  readonly writes: readonly Ask[];
  /** Other calls that must have no effect: they do not undo the write. */
  readonly others?: readonly (() => Promise<McpRequest>)[];
}

/** The outcome, in the same order. */
interface AttemptedTogether {
  readonly write: Attempted | undefined;
  readonly writes: readonly Attempted[];
  readonly others: readonly Attempted[];
}

/**
 * Sends calls without permission after a write with permission, and reads once: only the write with permission shows.
 * Effects are undone. Until then the writes are saved.
 * @returns undefined if anything else shows, or if writes have no text of their own: each must be tried alone
 * @throws {InconclusiveError} if the read tool does not answer, or an undo has no effect
 */
export async function attemptTogether(
  mcp: Mcp,
  era: Era,
  { write: permitted, writes: forbidden, others = [] }: AttemptsTogether,
): Promise<AttemptedTogether | undefined> {
  const { write: tool, undo } = mcp.facts;
  if (tool === null) return undefined;
  const asks = permitted === undefined ? forbidden : [permitted, ...forbidden];
  const planned = asks.map((ask) => ({ ask, write: newWrite(mcp, tool) }));
  if (planned.some(({ write }) => !write.isFresh)) return undefined;
  const answers = [];
  for (const { ask, write } of planned) {
    const request = await ask(write.call);
    saveWrite(mcp, { tool: tool.tool, shows: write.shows, wasShown: false });
    answers.push(await mcp.send(request));
  }
  for (const ask of others) answers.push(await mcp.send(await ask()));
  const reading = await readEffects(
    mcp,
    answers,
    async () => readBack(mcp, era),
    (one) => planned.some(({ write }) => isShown(one, write.shows)),
  );
  const isEffective = ({ write }: { readonly write: Write }) => isShown(reading, write.shows);
  for (const { write } of planned.filter(isEffective).toReversed()) await undoWrite(mcp, era, write.shows);
  for (const one of planned) if (undo !== null || !isEffective(one)) mcp.notes.settle(one.write.shows);
  const isExpected = planned.every((one) => isEffective(one) === (one.ask === permitted));
  if (!isExpected) return undefined;
  const attempts = answers.map((answer, turn) => ({
    answer,
    reading,
    tookEffect: planned[turn]?.ask === permitted && permitted !== undefined,
  }));
  const first = permitted === undefined ? 0 : 1;
  return {
    write: permitted === undefined ? undefined : attempts[0],
    writes: attempts.slice(first, planned.length),
    others: attempts.slice(planned.length),
  };
}
