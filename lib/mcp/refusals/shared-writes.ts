import { InconclusiveError } from "../../engine/record/verdict.ts";
import { CALL_FORMS, type CallForm } from "../wire/call-forms.ts";
import { type Caller, type McpAnswer, NEVER_ISSUED } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import { HandshakeEra } from "../service/handshake-era.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerEra } from "../service/once-per-service.ts";
import {
  type Attempted,
  attemptForbiddenWrite,
  attemptWriteAs,
  callRead,
  callTool,
  isShown,
  newWrite,
  readBack,
  saveWrite,
  undoWrite,
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
  const calls = await forbiddenCalls(mcp, era);
  try {
    return (await attemptTogether(mcp, era, calls)) ?? NONE;
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
    (await sharedAttempts(mcp, era)).write ?? attemptWriteAs(mcp, era, mcp.readWrite),
);

/** A call of the read tool with the read-write token: the one that has followed its write, if there was one. */
export const readingOfWriter = oncePerEra(async (mcp: Mcp, era: Era): Promise<McpAnswer> => {
  const [written] = await Promise.allSettled([writeOfWriter(mcp, era)]);
  return written.status === "fulfilled"
    ? written.value.reading
    : mcp.send(await callRead(mcp, era, mcp.readWrite));
});

/** A call without permission, in a session of `opener`: a write of its own, or the tool that undoes one. */
interface ForbiddenCall {
  readonly name: SharedCall;
  readonly caller: Caller;
  readonly opener?: Caller;
  readonly form?: CallForm | undefined;
  readonly undoes?: boolean;
}

/** The first era of a service has those that one era is enough for. */
async function forbiddenCalls(mcp: Mcp, era: Era): Promise<readonly ForbiddenCall[]> {
  const { readOnly, readWrite, anonymous, facts } = mcp;
  const isFirst = era.name === (await mcp.anyEra()).name;
  const hasSessions = era instanceof HandshakeEra && (await era.sessionId(readOnly)) !== undefined;
  const canUndo = isFirst && facts.undo !== null && facts.undo.tool !== facts.write?.tool;
  const inSession = { caller: readOnly, opener: readWrite };
  const calls: readonly (readonly [isMade: boolean, call: ForbiddenCall])[] = [
    [true, { name: "a write of the reader", caller: readOnly }],
    [true, { name: "a write without a token", caller: anonymous, opener: readWrite }],
    [hasSessions, { name: "a write of the reader in a session of the writer", ...inSession }],
    [era.name === "stateless", { name: "a write with an unknown token", caller: NEVER_ISSUED }],
    [isFirst, { name: "a write in another form", caller: readOnly, form: CALL_FORMS[0] }],
    [canUndo, { name: "an undo of the reader", caller: readOnly, opener: readOnly, undoes: true }],
    [canUndo, { name: "an undo without a token", caller: anonymous, opener: readOnly, undoes: true }],
  ];
  return calls.filter(([isMade]) => isMade).map(([, call]) => call);
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
  calls: readonly ForbiddenCall[],
): Promise<SharedAttempts | undefined> {
  const { write: tool, undo, read } = mcp.facts;
  if (tool === null) return undefined;
  const permitted = newWrite(mcp, tool);
  const forbidden = calls.map((call) => ({ ...call, write: call.undoes ? undefined : newWrite(mcp, tool) }));
  const writes = [permitted, ...forbidden.flatMap(({ write }) => write ?? [])];
  if (writes.some(({ isFresh }) => !isFresh)) return undefined;
  const answers: McpAnswer[] = [];
  for (const { caller, opener, form, write } of [{ caller: mcp.readWrite, write: permitted }, ...forbidden]) {
    const call = write?.call ?? undo;
    const valid = await callTool(era, call, caller, opener);
    const request = form?.take(valid, tool.tool, read?.tool ?? "") ?? valid;
    if (write !== undefined) saveWrite(mcp, { tool: tool.tool, shows: write.shows, wasShown: false });
    answers.push(await mcp.send(write === permitted ? request : { ...request, isProbe: true }));
  }
  const reading = await readEffects(
    mcp,
    answers,
    async () => readBack(mcp, era),
    (one) => writes.some(({ shows }) => isShown(one, shows)),
  );
  const effective = writes.filter(({ shows }) => isShown(reading, shows));
  for (const { shows } of effective.toReversed()) await undoWrite(mcp, era, shows);
  for (const one of writes) if (undo !== null || !effective.includes(one)) mcp.notes.settle(one.shows);
  if (effective.length !== 1 || effective[0] !== permitted) return undefined;
  const [write, ...refused] = answers.map((answer, turn) => ({ answer, reading, tookEffect: turn === 0 }));
  return { write, refused: new Map(refused.flatMap((one, turn) => pairOf(calls[turn]?.name, one))) };
}

function pairOf(name: SharedCall | undefined, one: Attempted): readonly (readonly [SharedCall, Attempted])[] {
  return name === undefined ? [] : [[name, one]];
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
