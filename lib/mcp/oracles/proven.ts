import { InconclusiveError } from "../../engine/verdict.ts";
import { describe } from "../describe.ts";
import type { McpAnswer } from "../door.ts";
import type { Era } from "../era.ts";
import type { Mcp } from "../mcp.ts";
import { attemptForbiddenWrite, attemptWrite, callRead, callTool } from "../tools.ts";

const NEVER_ISSUED = { name: "a token that was never issued", token: "never-issued-c06e9b71f4d2" };

/**
 * Proves once in a run that a valid request of a kind succeeds, so that a rejection of an invalid one has a
 * meaning.
 * @throws {InconclusiveError} if it does not
 */
export async function proven(mcp: Mcp, kind: string, ask: () => Promise<McpAnswer>): Promise<void> {
  await mcp.once(kind, async () => {
    const answer = await ask();
    if (mcp.succeeds(answer)) return;
    throw new InconclusiveError(
      `A valid ${kind}, which this check needs first, was answered ${describe(answer)}.`,
    );
  });
}

/** Proves that the read tool can be called with the read-only token. Rejections are compared with it. */
export async function provenReading(mcp: Mcp, era: Era): Promise<void> {
  await proven(mcp, `call of the read tool with the read-only token (${era.name})`, async () =>
    mcp.send(await callRead(mcp, era, mcp.readOnly)),
  );
}

/**
 * Proves this, and that the tool does not read without a valid token.
 * @throws {InconclusiveError} if it does
 */
export async function provenGuard(mcp: Mcp, era: Era, { unknown = true } = {}): Promise<void> {
  await provenReading(mcp, era);
  for (const caller of unknown ? [mcp.nobody, NEVER_ISSUED] : [mcp.nobody]) {
    const whose = caller.token === undefined ? "without a token" : "with a token that was never issued";
    await mcp.once(`guard ${whose} ${era.name}`, async () => {
      const request = await callRead(mcp, era, caller, mcp.readOnly);
      if (!mcp.succeeds(await mcp.send({ ...request, isProbe: true }))) return;
      throw new InconclusiveError(
        `Could not check this while the read tool can be called ${whose} (${era.name}).`,
      );
    });
  }
}

/** Proves that the read-write token writes, so that a write without effect has a meaning. */
export async function provenWrite(mcp: Mcp, era: Era): Promise<void> {
  const kind = `write with the read-write token (${era.name})`;
  await mcp.once(kind, async () => {
    const { answer, tookEffect } = await attemptWrite(mcp, era, async (call) =>
      callTool(era, call, mcp.readWrite),
    );
    if (tookEffect) return;
    throw new InconclusiveError(
      `A ${kind}, which this check needs first, does not show in the read tool. It was answered ${describe(answer)}.`,
    );
  });
}

/**
 * Proves this, and that the read-only token of the profile does not write.
 * @throws {InconclusiveError} if it does
 */
export async function provenScope(mcp: Mcp, era: Era): Promise<void> {
  await provenWrite(mcp, era);
  await mcp.once(`no write with the read-only token (${era.name})`, async () => {
    const { tookEffect } = await attemptForbiddenWrite(mcp, era, mcp.readOnly);
    if (tookEffect)
      throw new InconclusiveError(`Could not check this while the read-only token writes (${era.name}).`);
  });
}
