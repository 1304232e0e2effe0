import { InconclusiveError } from "../../engine/record/verdict.ts";
import { CALL_FORMS } from "../wire/call-forms.ts";
import { type Caller, type McpAnswer, type McpRequest, NEVER_ISSUED } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import { HandshakeEra } from "../service/handshake-era.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerEra } from "../service/once-per-service.ts";
import type { ToolCall } from "../../profile/schema/mcp-schema.ts";
import {
  type Attempted,
  attemptForbiddenWrite,
  attemptWrite,
  callRead,
  callTool,
  isShown,
  newWrite,
  readBack,
  saveWrite,
  undoWrite,
  type Write,
} from "../service/tools.ts";
import { readEffects } from "../service/late-effects.ts";
import type { Deviation } from "../../engine/requirement/deviation.ts";
import { failRequirement } from "./fails.ts";

/** A call without permission that a run tries beside the others of an era. */
type SharedCall =
  | "a write of the reader"
  | "a write without a token"
  | "a write with an unknown token"
  | "a write in another form"
  | "a write of the reader in a session of the writer"
  | "an undo of the reader"
  | "an undo without a token";

/** Attempts to write that several requirements look at. */
interface SharedAttempts {
  readonly write?: Attempted | undefined;
  readonly refused: ReadonlyMap<SharedCall, Attempted>;
}

const NONE: SharedAttempts = { refused: new Map() };

/** The write with the read-write token and calls without permission, with one reading for all of them. */
const sharedAttempts = oncePerEra(async (mcp: Mcp, era: Era): Promise<SharedAttempts> => {
  const write: AskToWrite = async (call) => callTool(era, call, mcp.readWrite);
  const [writes, others] = [await forbiddenWrites(mcp, era), await forbiddenUndos(mcp, era)];
  try {
    return (await attemptTogether(mcp, era, { write, writes, others })) ?? NONE;
  } catch (error) {
    if (error instanceof InconclusiveError) return NONE;
    throw error;
  }
});

/** The refused attempt to do this among others. Undefined: it must be tried alone, if it can be tried. */
export async function refusedAmongOthers(
  mcp: Mcp,
  era: Era,
  call: SharedCall,
): Promise<Attempted | undefined> {
  return (await sharedAttempts(mcp, era)).refused.get(call);
}

/** The attempt to write with the read-only token. Several requirements look at it. */
export const writeOfReader = oncePerEra(
  async (mcp: Mcp, era: Era): Promise<Attempted> =>
    (await refusedAmongOthers(mcp, era, "a write of the reader")) ??
    attemptForbiddenWrite(mcp, era, mcp.readOnly),
);

/** The attempt to write without a token, in a session of the read-write token. */
export const writeWithoutToken = oncePerEra(
  async (mcp: Mcp, era: Era): Promise<Attempted> =>
    (await refusedAmongOthers(mcp, era, "a write without a token")) ??
    attemptForbiddenWrite(mcp, era, mcp.anonymous, mcp.readWrite),
);

/** The attempt to write with the read-write token. */
export const writeOfWriter = oncePerEra(
  async (mcp: Mcp, era: Era): Promise<Attempted> =>
    (await sharedAttempts(mcp, era)).write ??
    attemptWrite(mcp, era, async (call) => callTool(era, call, mcp.readWrite)),
);

/** A call of the read tool with the read-write token: the one that has followed its write, if there was one. */
export const readingOfWriter = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  const [written] = await Promise.allSettled([writeOfWriter(mcp, era)]);
  return written.status === "fulfilled"
    ? written.value.reading
    : mcp.send(await callRead(mcp, era, mcp.readWrite));
});

type AskToWrite = (call: ToolCall) => Promise<McpRequest>;

/** The first era of a service has those that one era is enough for. */
async function forbiddenWrites(mcp: Mcp, era: Era): Promise<ReadonlyMap<SharedCall, AskToWrite>> {
  const isFirst = era.name === (await mcp.anyEra()).name;
  const hasSessions = era instanceof HandshakeEra && (await era.sessionId(mcp.readOnly)) !== undefined;
  const [form] = CALL_FORMS;
  const by = (caller: Caller, opener?: Caller) => async (call: ToolCall) =>
    probe(await callTool(era, call, caller, opener));
  return new Map<SharedCall, AskToWrite>([
    ["a write of the reader", by(mcp.readOnly)],
    ["a write without a token", by(mcp.anonymous, mcp.readWrite)],
    ...(hasSessions
      ? [["a write of the reader in a session of the writer", by(mcp.readOnly, mcp.readWrite)] as const]
      : []),
    ...(era.name === "stateless" ? [["a write with an unknown token", by(NEVER_ISSUED)] as const] : []),
    ...(isFirst && form !== undefined
      ? [
          [
            "a write in another form",
            async (call: ToolCall) => {
              const valid = await callTool(era, call, mcp.readOnly);
              return probe(form.take(valid, call.tool, mcp.facts.read?.tool ?? ""));
            },
          ] as const,
        ]
      : []),
  ]);
}

async function forbiddenUndos(
  mcp: Mcp,
  era: Era,
): Promise<ReadonlyMap<SharedCall, () => Promise<McpRequest>>> {
  const { undo, write } = mcp.facts;
  if (undo === null || undo.tool === write?.tool || era.name !== (await mcp.anyEra()).name) return new Map();
  const by = (caller: Caller) => async () => probe(await callTool(era, undo, caller, mcp.readOnly));
  return new Map([
    ["an undo of the reader", by(mcp.readOnly)],
    ["an undo without a token", by(mcp.anonymous)],
  ]);
}

function probe(request: McpRequest): McpRequest {
  return { ...request, isProbe: true };
}

/** A write with permission, and calls without it after the write. */
interface AttemptsTogether {
  readonly write: AskToWrite;
  /** Writes that must have no effect. */
  readonly writes: ReadonlyMap<SharedCall, AskToWrite>;
  /** Other calls that must have no effect: they do not undo the write. */
  readonly others: ReadonlyMap<SharedCall, () => Promise<McpRequest>>;
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
  { write: permitted, writes, others }: AttemptsTogether,
): Promise<SharedAttempts | undefined> {
  const { write: tool, undo } = mcp.facts;
  if (tool === null) return undefined;
  const planned = [permitted, ...writes.values()].map((ask) => ({ ask, write: newWrite(mcp, tool) }));
  if (planned.some(({ write }) => !write.isFresh)) return undefined;
  const answers = [];
  for (const { ask, write } of planned) {
    const request = await ask(write.call);
    saveWrite(mcp, { tool: tool.tool, shows: write.shows, wasShown: false });
    answers.push(await mcp.send(request));
  }
  for (const ask of others.values()) answers.push(await mcp.send(await ask()));
  const reading = await readEffects(
    mcp,
    answers,
    async () => readBack(mcp, era),
    (one) => planned.some(({ write }) => isShown(one, write.shows)),
  );
  const isEffective = ({ write }: { readonly write: Write }) => isShown(reading, write.shows);
  for (const { write } of planned.filter(isEffective).toReversed()) await undoWrite(mcp, era, write.shows);
  for (const one of planned) if (undo !== null || !isEffective(one)) mcp.notes.settle(one.write.shows);
  if (!planned.every((one) => isEffective(one) === (one.ask === permitted))) return undefined;
  const [write, ...refused] = answers.map((answer, turn) => ({ answer, reading, tookEffect: turn === 0 }));
  const names = [...writes.keys(), ...others.keys()];
  const named = refused.map((one, turn) => [names[turn], one] as const);
  return {
    write,
    refused: new Map(named.filter((pair): pair is [SharedCall, Attempted] => pair[0] !== undefined)),
  };
}

/** Checks that an attempt without permission changed nothing. @throws {Violation} */
export function hasNoEffect(
  { reading, tookEffect }: Attempted,
  what: string,
  { what: omission }: Deviation,
  ...when: readonly string[]
): void {
  if (tookEffect) failRequirement(`${what} to have no effect`, reading, undefined, { what: omission, when });
}
