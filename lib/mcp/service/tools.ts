import { InconclusiveError } from "../../engine/record/verdict.ts";
import { FRESH_TEXT, type ToolCall, type WriteCall } from "../../profile/schema/mcp-schema.ts";
import type { CallForm } from "../wire/call-forms.ts";
import type { Caller, McpAnswer, McpRequest } from "../wire/mcp-request.ts";
import { describeMcpAnswer } from "../wire/shown-answer.ts";
import type { Era } from "../wire/era.ts";
import { HandshakeEra } from "./handshake-era.ts";
import type { Mcp, Written } from "./mcp.ts";
import { readEffects } from "./late-effects.ts";
import { resultOf } from "../wire/rpc.ts";

/** A planned write, and the text by which the read tool will show it. */
export interface Write {
  readonly call: ToolCall;
  readonly shows: string;
  /** No other client can have written the same before. */
  readonly isFresh: boolean;
}

/** The result of an attempt to write. */
export interface Attempted {
  readonly answer: McpAnswer;
  /** Whether the read tool shows it afterwards. */
  readonly tookEffect: boolean;
  /** The reading that shows it. */
  readonly reading: McpAnswer;
}

const CALL = "tools/call";

/** A request that calls a tool. @throws {Error} if the row does not require the tool */
export async function callTool(
  era: Era,
  call: ToolCall | null,
  caller: Caller,
  opener?: Caller,
): Promise<McpRequest> {
  const { tool, arguments: given } = offered(call);
  return era.request(CALL, { name: tool, arguments: given }, caller, opener);
}

export async function callRead(mcp: Mcp, era: Era, caller: Caller, opener?: Caller): Promise<McpRequest> {
  return callTool(era, mcp.facts.read, caller, opener);
}

/** A write of the profile with its own text. */
export function newWrite(mcp: Mcp, { tool, arguments: given, shows }: WriteCall): Write {
  const text = mcp.freshText();
  const filled: ToolCall["arguments"] = JSON.parse(
    JSON.stringify(given).replaceAll(FRESH_TEXT, JSON.stringify(text).slice(1, -1)),
  );
  return {
    call: { tool, arguments: filled },
    shows: shows.replaceAll(FRESH_TEXT, text),
    isFresh: shows.includes(FRESH_TEXT),
  };
}

/**
 * Tries to write, and checks whether it took effect. An effect is undone, and the undo is checked. Until then
 * the write is saved.
 * @param ask builds the request from the call of the tool
 * @param meanwhile what happens between an effect and its undo, with the text that shows the effect
 * @throws {InconclusiveError} if the read tool does not show the effect, or an undo does not remove it
 */
export async function attemptWrite(
  mcp: Mcp,
  era: Era,
  ask: (call: ToolCall) => Promise<McpRequest>,
  meanwhile: (shows: string) => Promise<void> = async () => undefined,
): Promise<Attempted> {
  const write = newWrite(mcp, offered(mcp.facts.write));
  const wasShown = !write.isFresh && isShown(await readBack(mcp, era), write.shows);
  const request = await ask(write.call);
  saveWrite(mcp, { tool: write.call.tool, shows: write.shows, wasShown });
  if (wasShown) await undoWrite(mcp, era, write.shows);
  const answer = await mcp.send(request);
  const reading = await readAfter(mcp, era, answer, (one) => isShown(one, write.shows));
  const tookEffect = isShown(reading, write.shows);
  if (tookEffect) {
    await meanwhile(write.shows);
    await undoWrite(mcp, era, write.shows);
  }
  if (!tookEffect || mcp.facts.undo !== null) mcp.notes.settle(write.shows);
  return { answer, tookEffect, reading };
}

/** Tries to write as a caller with permission. */
export async function attemptWriteAs(mcp: Mcp, era: Era, caller: Caller): Promise<Attempted> {
  return attemptWrite(mcp, era, async (call) => callTool(era, call, caller));
}

/** Tries to write as a caller without permission, in a session that was opened with the token of `opener`. */
export async function attemptForbiddenWrite(
  mcp: Mcp,
  era: Era,
  caller: Caller,
  opener?: Caller,
  form?: CallForm,
): Promise<Attempted> {
  return attemptWrite(mcp, era, async (call) => {
    const valid = await callTool(era, call, caller, opener);
    return { ...(form?.take(valid, call.tool, mcp.facts) ?? valid), isProbe: true };
  });
}

/** Tries another tool that writes with the read-only token. No tool undoes an effect. */
export async function attemptOtherWrite(mcp: Mcp, era: Era, other: WriteCall): Promise<Attempted> {
  const { call, shows } = newWrite(mcp, other);
  const request = await callTool(era, call, mcp.readOnly);
  saveWrite(mcp, { tool: call.tool, shows, wasShown: false });
  const answer = await mcp.send({ ...request, isProbe: true });
  const reading = await readAfter(mcp, era, answer);
  const tookEffect = isShown(reading, shows);
  if (!tookEffect) mcp.notes.settle(shows);
  return { answer, tookEffect, reading };
}

/**
 * Tries to undo a write of the read-write token as a caller without permission.
 * @throws {InconclusiveError} if the write does not show
 */
export async function attemptForbiddenUndo(
  mcp: Mcp,
  era: Era,
  caller: Caller,
  opener?: Caller,
): Promise<Attempted> {
  let attempt: Attempted | undefined;
  const { answer: written } = await attemptWrite(
    mcp,
    era,
    async (call) => callTool(era, call, mcp.readWrite),
    async (shows) => {
      const request = await callTool(era, mcp.facts.undo, caller, opener);
      const answer = await mcp.send({ ...request, isProbe: true });
      const reading = await readAfter(mcp, era, answer);
      attempt = { answer, reading, tookEffect: !isShown(reading, shows) };
    },
  );
  if (attempt !== undefined) return attempt;
  throw new InconclusiveError(
    `A write with the read-write token does not show in the read tool. It was answered ${describeMcpAnswer(written)}.`,
  );
}

/** @throws {InconclusiveError} if the write cannot be saved on disk: then nothing is written */
export function saveWrite(mcp: Mcp, write: Written): void {
  try {
    mcp.notes.note(write);
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
    throw new InconclusiveError(
      `The tool ${write.tool} was not called: the run cannot save the write first: ${error.message}. Set XDG_STATE_HOME to a writable folder.`,
    );
  }
}

/** A write that could not be undone, and why. */
export interface LeftWrite {
  readonly why: string;
  /** No tool of the profile can undo it, so no later attempt helps. */
  readonly isForGood: boolean;
}

/**
 * Restores the state before writes: undoes them, or writes the previous state again, by one call for each at
 * most.
 * @returns the writes that remain
 * @throws {InconclusiveError} if the read tool does not show the effect
 */
export async function putWritesBack(mcp: Mcp, writes: readonly Written[]): Promise<readonly LeftWrite[]> {
  const era = await mcp.anyEra();
  let reading = await readBack(mcp, era);
  const left: LeftWrite[] = [];
  for (const { tool, shows, wasShown } of writes) {
    if (isShown(reading, shows) === wasShown) continue;
    const isUndoable = !isOnlyOther(mcp, tool);
    const call = wasShown ? mcp.facts.write : mcp.facts.undo;
    if (call === null || !isUndoable) {
      const why = `The read tool shows what ${tool} has written, and the profile names no tool that undoes it${isUndoable ? " (mcp.undo)" : ""}.`;
      left.push({ why, isForGood: true });
      continue;
    }
    const answer = await mcp.send(await callTool(era, call, mcp.readWrite));
    reading = await readAfter(mcp, era, answer, (one) => isShown(one, shows) === wasShown);
    if (isShown(reading, shows) === wasShown) continue;
    const still = wasShown
      ? "does not show the previous state again"
      : `still shows what ${tool} has written`;
    const why = `The read tool ${still}: ${call.tool} was answered ${describeMcpAnswer(answer)}.`;
    left.push({ why, isForGood: false });
  }
  return left;
}

/** Whether the profile names a tool among its other writes only: `mcp.undo` undoes `mcp.write` alone. */
function isOnlyOther({ facts }: Mcp, tool: string): boolean {
  return tool !== facts.write?.tool && facts.otherWrites.some((other) => other.tool === tool);
}

/**
 * Reads as a caller who has no other session than its own: a service may bind sessions to users, and reject a
 * good token in the session of another. If the caller cannot open one, the answer is that of its attempt.
 * @param isProbe whether its token is wrong on purpose
 */
export async function readAlone(
  mcp: Mcp,
  era: Era,
  caller: Caller,
  { isProbe }: { readonly isProbe: boolean },
): Promise<McpAnswer> {
  const send = async (request: McpRequest) =>
    mcp.send({ ...request, ...(isProbe && { isProbe: true as const }) });
  if (era instanceof HandshakeEra && !era.hasSession(caller)) {
    const opening = await send(era.opening(caller));
    if (!mcp.succeeds(opening)) return opening;
    era.adopt(caller, opening);
  }
  return send(await callRead(mcp, era, caller));
}

/** The current answer of the read tool to the read-write token. */
export async function readBack(mcp: Mcp, era: Era): Promise<McpAnswer> {
  const answer = await mcp.send(await callRead(mcp, era, mcp.readWrite));
  if (resultOf(answer) !== undefined) return answer;
  throw new InconclusiveError(
    `The tool ${offered(mcp.facts.read).tool}, which shows what was written, was answered ${describeMcpAnswer(answer)} with the read-write token.`,
  );
}

/** The same after a call. */
async function readAfter(
  mcp: Mcp,
  era: Era,
  call: McpAnswer,
  hasEffect?: (reading: McpAnswer) => boolean,
): Promise<McpAnswer> {
  return readEffects(mcp, [call], async () => readBack(mcp, era), hasEffect);
}

export function isShown(reading: McpAnswer, shows: string): boolean {
  return contains(resultOf(reading), shows);
}

/** Whether a text in a value contains another one. Names of members are texts too. */
function contains(value: unknown, text: string): boolean {
  if (Array.isArray(value)) return value.some((item) => contains(item, text));
  if (typeof value !== "object" || value === null) return String(value).includes(text);
  return Object.entries(value).some(([name, member]) => name.includes(text) || contains(member, text));
}

/** Undoes a write, if the profile names an undo tool, and checks the result. */
export async function undoWrite(mcp: Mcp, era: Era, shows: string): Promise<void> {
  const { undo: call } = mcp.facts;
  if (call === null) return;
  const answer = await mcp.send(await callTool(era, call, mcp.readWrite));
  const isUndone = (reading: McpAnswer) => !isShown(reading, shows);
  if (isUndone(await readAfter(mcp, era, answer, isUndone))) return;
  throw new InconclusiveError(
    `The tool ${call.tool} (mcp.undo) did not undo the write: the read tool still shows it. It was answered ${describeMcpAnswer(answer)}.`,
  );
}

function offered<T>(call: T | null): T {
  if (call !== null) return call;
  throw new Error("Cannot call a tool: the row does not say that it needs one");
}
