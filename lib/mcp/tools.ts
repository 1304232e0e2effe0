import { InconclusiveError } from "../engine/verdict.ts";
import { FRESH_TEXT, type ToolCall } from "../profile/mcp-schema.ts";
import type { Caller } from "./caller.ts";
import { describe, type McpAnswer, type McpRequest } from "./door.ts";
import type { Era } from "./era.ts";
import type { Mcp } from "./mcp.ts";
import { resultOf } from "./rpc.ts";

/** A write that has not been made yet, and the text by which the read tool will show it. */
export interface Write {
  readonly call: ToolCall;
  readonly shows: string;
  /** Nobody can have written the same before. */
  readonly isFresh: boolean;
}

/** What became of an attempt to write. */
export interface Attempted {
  readonly answer: McpAnswer;
  /** Whether the read tool shows it afterwards. */
  readonly tookEffect: boolean;
  /** The reading that tells. */
  readonly reading: McpAnswer;
}

const CALL = "tools/call";

/** A request that calls a tool. */
export async function callTool(
  era: Era,
  { tool, arguments: given }: ToolCall,
  caller: Caller,
  opener?: Caller,
): Promise<McpRequest> {
  return era.request(CALL, { name: tool, arguments: given }, caller, opener);
}

/** A request that calls the tool that reads. @throws {Error} where the row does not say that it needs one */
export async function callRead(mcp: Mcp, era: Era, caller: Caller, opener?: Caller): Promise<McpRequest> {
  return callTool(era, offered(mcp.facts.read), caller, opener);
}

/** A write of the profile with a text of its own. */
function newWrite(mcp: Mcp): Write {
  const { tool, arguments: given, shows } = offered(mcp.facts.write);
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
 * Tries to write, and looks whether it took effect; what did is undone, and the undo is looked at.
 * @param ask makes the request from the call of the tool
 * @throws {InconclusiveError} when the read tool tells nothing, or an undo changes nothing
 */
export async function attemptWrite(
  mcp: Mcp,
  era: Era,
  ask: (call: ToolCall) => Promise<McpRequest>,
): Promise<Attempted> {
  const write = newWrite(mcp);
  if (!write.isFresh && shown(await read(mcp, era), write)) await undo(mcp, era, write);
  const answer = await mcp.send(await ask(write.call));
  const reading = await read(mcp, era);
  const tookEffect = shown(reading, write);
  if (tookEffect) await undo(mcp, era, write);
  return { answer, tookEffect, reading };
}

/** What the read tool answers now, to the token that may write. */
async function read(mcp: Mcp, era: Era): Promise<McpAnswer> {
  const answer = await mcp.send(await callRead(mcp, era, mcp.readWrite));
  if (resultOf(answer) !== undefined) return answer;
  throw new InconclusiveError(
    `The tool ${offered(mcp.facts.read).tool}, which shows what was written, was answered ${describe(answer)} with the read-write token.`,
  );
}

function shown(reading: McpAnswer, { shows }: Write): boolean {
  const texts = textsIn(resultOf(reading));
  return texts.some((text) => text.includes(shows));
}

/** Every text in a value, names included. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [JSON.stringify(value) ?? ""];
  return Object.entries(value).flatMap(([name, member]) => [name, ...textsIn(member)]);
}

/** Undoes a write, where the profile says how, and looks. */
async function undo(mcp: Mcp, era: Era, write: Write): Promise<void> {
  const { undo: call } = mcp.facts;
  if (call === null) return;
  const answer = await mcp.send(await callTool(era, call, mcp.readWrite));
  if (!shown(await read(mcp, era), write)) return;
  throw new InconclusiveError(
    `The tool ${call.tool} (mcp.undo) did not undo the write: the read tool shows it still. It was answered ${describe(answer)}.`,
  );
}

function offered<T>(call: T | null): T {
  if (call !== null) return call;
  throw new Error("Cannot call a tool: the row does not say that it needs one");
}
