import { InconclusiveError } from "../../engine/record/verdict.ts";
import { ADORNED, AS_NOTIFICATION, type CallForm } from "../wire/call-forms.ts";
import { type Caller, type McpAnswer, NEVER_ISSUED } from "../wire/mcp-request.ts";
import type { Era } from "../wire/era.ts";
import { HandshakeEra } from "../service/handshake-era.ts";
import type { Mcp } from "../service/mcp.ts";
import { oncePerEra } from "../service/once-per-service.ts";
import {
  type Attempted,
  attemptForbiddenUndo,
  attemptForbiddenWrite,
  attemptWrite,
  attemptWriteAs,
  callRead,
  callTool,
  isShown,
  newWrite,
  readBack,
  saveWrite,
  undoWrite,
} from "../service/tools.ts";
import { FRESH_TEXT, type ToolCall } from "../../profile/schema/mcp-schema.ts";
import { type OtherReading, readAsOther, showsOtherAnyway } from "../service/read-as-other.ts";
import { readEffects } from "../service/late-effects.ts";
import type { Deviation } from "../../engine/requirement/deviation.ts";
import { failRequirement } from "./fails.ts";

/** Attempts to write that several requirements look at. */
interface SharedAttempts {
  readonly write?: Attempted | undefined;
  /** By the names of the calls. */
  readonly refused: ReadonlyMap<string, Attempted>;
  /** The readings of another merchant while the write showed. */
  readonly ofOthers?: readonly OtherReading[] | undefined;
}

const NONE: SharedAttempts = { refused: new Map() };
/** For fewer calls, the write with permission and its undo cost more than a reading for each. */
const WORTH_A_GROUP = 3;

/** The write with the read-write token and calls without permission, with one reading for all of them. */
const sharedAttempts = oncePerEra(async (mcp: Mcp, era: Era) =>
  triedTogether(mcp, era, await forbiddenCalls(mcp, era), mcp.facts.otherMerchantToken !== null),
);

async function triedTogether(
  mcp: Mcp,
  era: Era,
  calls: readonly ForbiddenCall[],
  readsAsOther = false,
): Promise<SharedAttempts> {
  try {
    return (await attemptTogether(mcp, era, calls, readsAsOther)) ?? NONE;
  } catch (error) {
    if (error instanceof InconclusiveError) return NONE;
    throw error;
  }
}

/** The attempt to do this without permission: one among others, or else alone. */
export async function attemptForbidden(mcp: Mcp, era: Era, call: ForbiddenCall): Promise<Attempted> {
  return (await sharedAttempts(mcp, era)).refused.get(call.name) ?? attemptAlone(mcp, era, call);
}

/** Judges writes without permission. Those that the run has not tried in this era are tried together, or else each alone. */
export async function attemptEach<Call extends ForbiddenCall>(
  mcp: Mcp,
  era: Era,
  calls: readonly Call[],
  judge: (attempted: Attempted, call: Call) => void | Promise<void>,
): Promise<void> {
  const { refused: known } = await sharedAttempts(mcp, era);
  const others = calls.filter(({ name }) => !known.has(name));
  const { refused } = others.length < WORTH_A_GROUP ? NONE : await triedTogether(mcp, era, others);
  for (const call of calls) {
    const among = known.get(call.name) ?? refused.get(call.name);
    await judge(among ?? (await attemptAlone(mcp, era, call)), call);
  }
}

async function attemptAlone(
  mcp: Mcp,
  era: Era,
  { caller, opener, form, undoes }: ForbiddenCall,
): Promise<Attempted> {
  if (undoes === true) return attemptForbiddenUndo(mcp, era, caller, opener);
  return attemptForbiddenWrite(mcp, era, caller, opener, form);
}

/** The attempt to write with the read-only token. Several requirements look at it. */
export const writeOfReader = oncePerEra(async (mcp: Mcp, era: Era) =>
  attemptForbidden(mcp, era, ofReader(mcp)),
);

/** The attempt to write without a token, in a session of the read-write token. */
export const writeWithoutToken = oncePerEra(async (mcp: Mcp, era: Era) =>
  attemptForbidden(mcp, era, withoutToken(mcp)),
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
  /** For example `a write of the reader`. Each name has one meaning. */
  readonly name: string;
  readonly caller: Caller;
  readonly opener?: Caller;
  readonly form?: CallForm | undefined;
  readonly undoes?: boolean;
}

function ofReader({ readOnly }: Mcp): ForbiddenCall {
  return { name: "a write of the reader", caller: readOnly };
}

function withoutToken({ anonymous, readWrite }: Mcp): ForbiddenCall {
  return { name: "a write without a token", caller: anonymous, opener: readWrite };
}

export function inSessionOfWriter({ readOnly, readWrite }: Mcp): ForbiddenCall {
  return { name: "a write of the reader in a session of the writer", caller: readOnly, opener: readWrite };
}

export function formOfReader({ readOnly }: Mcp, form: CallForm) {
  return { name: form.what, caller: readOnly, form };
}

/** The tool that undoes, with the read-only token and without one. */
export function forbiddenUndos({ readOnly, anonymous }: Mcp): readonly ForbiddenCall[] {
  const undo = { opener: readOnly, undoes: true };
  return [
    { ...undo, name: "an undo with the read-only token", caller: readOnly },
    { ...undo, name: "an undo without a token", caller: anonymous },
  ];
}

/** The first era of a service has those that one era is enough for. */
async function forbiddenCalls(mcp: Mcp, era: Era): Promise<readonly ForbiddenCall[]> {
  const { readOnly, facts } = mcp;
  const isFirst = era.name === (await mcp.anyEra()).name;
  const isLast = era.name === (await mcp.eras()).at(-1)?.name;
  const hasSessions = era instanceof HandshakeEra && (await era.sessionId(readOnly)) !== undefined;
  const canUndo = isFirst && facts.undo !== null && facts.undo.tool !== facts.write?.tool;
  const calls: readonly (readonly [isMade: boolean, call: ForbiddenCall])[] = [
    [true, ofReader(mcp)],
    [true, withoutToken(mcp)],
    [hasSessions, inSessionOfWriter(mcp)],
    [era.name === "stateless", { name: NEVER_ISSUED.name, caller: NEVER_ISSUED }],
    [isFirst, formOfReader(mcp, AS_NOTIFICATION)],
    [isLast, formOfReader(mcp, ADORNED)],
    ...forbiddenUndos(mcp).map((call) => [canUndo, call] as const),
  ];
  return calls.filter(([isMade]) => isMade).map(([, call]) => call);
}

/**
 * Sends calls without permission after a write with permission, and reads once: only the write with permission shows.
 * Effects are undone. Until then the writes are saved.
 * @returns undefined if anything else shows, or if writes have no text of their own: each must be tried alone
 * @throws {InconclusiveError} if the read tool does not answer, or an undo has no effect
 */
async function attemptTogether(
  mcp: Mcp,
  era: Era,
  calls: readonly ForbiddenCall[],
  readsAsOther = false,
): Promise<SharedAttempts | undefined> {
  const { write: tool, undo } = mcp.facts;
  if (tool === null) return undefined;
  const permitted = newWrite(mcp, tool);
  const forbidden = calls.map((call) => ({ ...call, write: call.undoes ? undefined : newWrite(mcp, tool) }));
  const writes = [permitted, ...forbidden.flatMap(({ write }) => write ?? [])];
  if (writes.some(({ isFresh }) => !isFresh)) return undefined;
  const answers: McpAnswer[] = [];
  for (const { caller, opener, form, write } of [{ caller: mcp.readWrite, write: permitted }, ...forbidden]) {
    const call = write?.call ?? undo;
    const valid = await callTool(era, call, caller, opener);
    const request = form?.take(valid, tool.tool, mcp.facts) ?? valid;
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
  const isRead = readsAsOther && effective.includes(permitted) && era.name === (await mcp.anyEra()).name;
  const ofOthers = isRead ? await readAsOther(mcp, era, permitted.shows, reading) : undefined;
  for (const { shows } of effective.toReversed()) await undoWrite(mcp, era, shows);
  for (const one of writes) if (undo !== null || !effective.includes(one)) mcp.notes.settle(one.shows);
  if (effective.length !== 1 || effective[0] !== permitted) return undefined;
  const [written, ...others] = answers.map((answer, turn) => ({ answer, reading, tookEffect: turn === 0 }));
  const refused = new Map(others.map((one, turn) => [calls[turn]?.name ?? "", one]));
  return { write: written, ofOthers, refused };
}

/** The readings of another merchant while a write of the read-write token shows. */
export const readingsOfOther = oncePerEra(async (mcp: Mcp, era: Era): Promise<readonly OtherReading[]> => {
  const { ofOthers } = await sharedAttempts(mcp, era);
  if (ofOthers !== undefined) return ofOthers;
  let found: readonly OtherReading[] = [];
  const write = async (call: ToolCall) => callTool(era, call, mcp.readWrite);
  const { tookEffect } = await attemptWrite(mcp, era, write, async (shows) => {
    found = await readAsOther(mcp, era, shows, await readBack(mcp, era));
  });
  if (!tookEffect)
    throw new InconclusiveError("A write with the read-write token does not show in the read tool.");
  if (found.some(({ showsWrite }) => showsWrite) && (await showsOtherAnyway(mcp, era)))
    throw new InconclusiveError(
      `The read tool shows another merchant the text of mcp.write.shows though the write is undone. Put ${FRESH_TEXT} in it.`,
    );
  return found;
});

/** Checks that an attempt without permission changed nothing. @throws {Violation} */
export function hasNoEffect(
  { reading, tookEffect }: Attempted,
  what: string,
  { what: omission }: Deviation,
  ...when: readonly string[]
): void {
  if (tookEffect) failRequirement(`${what} to have no effect`, reading, undefined, { what: omission, when });
}
