import { InconclusiveError } from "../../engine/verdict.ts";
import { describeMcpAnswer } from "../describe-mcp-answer.ts";
import type { McpAnswer } from "../door.ts";
import type { Era } from "../era.ts";
import type { Mcp } from "../mcp.ts";
import { readingWithoutToken, readingWithUnknownToken } from "../refused-readings.ts";
import { validListing, validReading } from "../valid-answers.ts";
import { writeOfReader, writeOfWriter } from "./shared-writes.ts";

/**
 * Proves once in a run that a valid request of a kind succeeds, so that a rejection of an invalid one has a
 * meaning.
 * @throws {InconclusiveError} if it does not
 */
export async function proveOnce(mcp: Mcp, kind: string, ask: () => Promise<McpAnswer>): Promise<void> {
  await mcp.once(kind, async () => {
    const answer = await ask();
    if (mcp.succeeds(answer)) return;
    throw new InconclusiveError(
      `A valid ${kind}, which this check needs first, was answered ${describeMcpAnswer(answer)}.`,
    );
  });
}

/** Proves that the read tool can be called with the read-only token. Rejections are compared with it. */
export async function provenReading(mcp: Mcp, era: Era): Promise<void> {
  await proveOnce(mcp, `call of the read tool with the read-only token (${era.name})`, async () =>
    validReading(mcp, era),
  );
}

/** That the tools are listed for the read-only token, which refusals are compared with. */
export async function provenList(mcp: Mcp, era: Era): Promise<void> {
  await proveOnce(mcp, `tools/list with the read-only token (${era.name})`, async () =>
    validListing(mcp, era),
  );
}

/** Proves this, and that the tools are listed: then every kind of request of an era succeeds. */
export async function provenKinds(mcp: Mcp, era: Era): Promise<void> {
  await provenList(mcp, era);
  if (mcp.facts.read !== null) await provenReading(mcp, era);
}

/** That the read tool can be called with the read-only token, and not by everybody. @throws {InconclusiveError} when it does */
export async function provenGuard(mcp: Mcp, era: Era, { unknown = true } = {}): Promise<void> {
  await provenReading(mcp, era);
  await isGuarded(mcp, era, readingWithoutToken, "without a token");
  if (unknown) await isGuarded(mcp, era, readingWithUnknownToken, "with a token that was never issued");
}

/** @throws {InconclusiveError} when the read tool can be called so */
async function isGuarded(
  mcp: Mcp,
  era: Era,
  read: (mcp: Mcp, era: Era) => Promise<McpAnswer>,
  how: string,
): Promise<void> {
  if (!mcp.succeeds(await read(mcp, era))) return;
  throw new InconclusiveError(`Cannot be judged while the read tool can be called ${how} (${era.name}).`);
}

/** Proves that the read-write token writes, so that a write without effect has a meaning. */
export async function provenWrite(mcp: Mcp, era: Era): Promise<void> {
  const { answer, tookEffect } = await writeOfWriter(mcp, era);
  if (tookEffect) return;
  throw new InconclusiveError(
    `A write with the read-write token (${era.name}), which this check needs first, does not show in the read tool. It was answered ${describeMcpAnswer(answer)}.`,
  );
}

/**
 * Proves this, and that the read-only token of the profile does not write.
 * @throws {InconclusiveError} if it does
 */
export async function provenScope(mcp: Mcp, era: Era): Promise<void> {
  await provenWrite(mcp, era);
  if ((await writeOfReader(mcp, era)).tookEffect)
    throw new InconclusiveError(`Could not check this while the read-only token writes (${era.name}).`);
}
