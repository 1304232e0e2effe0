import { chapterOf, GROUNDS } from "../../../lib/mcp/service/requirement.ts";
import { InapplicableError, InconclusiveError } from "../../../lib/engine/record/verdict.ts";
import { batchOf, batchOfReadings, REVISION_WITH_BATCHES } from "../../../lib/mcp/service/batch.ts";
import type { Era } from "../../../lib/mcp/wire/era.ts";
import type { Mcp } from "../../../lib/mcp/service/mcp.ts";
import { CALL_FORMS, type CallForm } from "../../../lib/mcp/wire/call-forms.ts";
import { SCOPE_UNREAD, WRITES_WITHOUT_TOKEN } from "../../../lib/mcp/refusals/fails.ts";
import { handshakeEraOf, provenScope } from "../../../lib/mcp/refusals/prove-once.ts";
import { hasNoEffect, refusedAmongOthers } from "../../../lib/mcp/refusals/shared-writes.ts";
import {
  attemptForbiddenUndos,
  attemptOtherWrite,
  attemptWrite,
  callRead,
  callTool,
} from "../../../lib/mcp/service/tools.ts";
import { TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";
import { otherWrites } from "../../../lib/profile/needs/needs.ts";
import { memberOf } from "../../../lib/mcp/wire/rpc.ts";
import { toolsListed } from "../../../lib/mcp/discovery/tools-listed.ts";

const { inferred } = chapterOf(GROUNDS.readOnlyScope, TO_WRITE);

export const readOnlyInABatch = inferred("scopes.read-only-in-a-batch", {
  source: "MCP 2025-03-26, Base Protocol, Batching; OAuth 2.1, 5.2",
  text: "A read-only token cannot change anything by a message of a batch, of a service that takes batches.",
  check: async ({ mcp }) => {
    const era = await takingBatches(mcp);
    const usual = await handshakeEraOf(mcp);
    await provenScope(mcp, usual);
    const attempted = await attemptWrite(mcp, usual, async (call) => ({
      ...batchOf(await callRead(mcp, era, mcp.readOnly), await callTool(era, call, mcp.readOnly)),
      isProbe: true,
    }));
    hasNoEffect(attempted, "a write with the read-only token in a batch", SCOPE_UNREAD, "in a batch");
  },
});

export const readOnlyInOtherForms = inferred("scopes.read-only-in-other-forms", {
  source: "OAuth 2.1, 5.2; JSON-RPC 2.0, 4.1; MCP 2026-07-28, Transports, Server Validation",
  text: "A read-only token cannot change anything by a call in another form: as a notification, with the id null, with another tool in its headers, or with another spelling of the tool.",
  check: async ({ mcp, effort }) => {
    const eras = await mcp.eras();
    for (const [turn, form] of effort.triedSparingly(CALL_FORMS).entries()) {
      const fitting = eras.filter(({ name }) => form.of === undefined || form.of === name);
      const one = fitting.slice(turn % fitting.length).slice(0, 1);
      for (const era of turn === 0 && !effort.isQuick ? fitting : one)
        await writesNothingInForm(mcp, era, form);
    }
  },
});

export const readOnlyUndo = inferred("scopes.read-only-undo", {
  source: "OAuth 2.1, 1.4.1 and 5.2",
  text: "Neither a read-only token nor a request without a token undoes a write: the tool of the profile that undoes it has no effect.",
  because: "A tool that undoes a write changes data, and the scope is named Read-only.",
  check: async ({ mcp }) => {
    const { write, undo } = mcp.facts;
    if (undo === null)
      throw new InapplicableError("The profile names no tool that undoes a write (mcp.undo).");
    if (undo.tool === write?.tool)
      throw new InapplicableError("The same tool writes and undoes, which another requirement checks.");
    const era = await mcp.anyEra();
    await provenScope(mcp, era);
    if ((await refusedAmongOthers(mcp, era, "an undo without a token")) !== undefined) return;
    const when = "of the tool that undoes";
    for (const one of await attemptForbiddenUndos(mcp, era, [mcp.readOnly, mcp.anonymous]))
      if (one.answer.request.caller === mcp.anonymous.name)
        hasNoEffect(one, "an undo without a token", WRITES_WITHOUT_TOKEN, when);
      else hasNoEffect(one, "an undo with the read-only token", SCOPE_UNREAD, when);
  },
});

export const readOnlyOtherTools = inferred("scopes.read-only-other-tools", {
  needs: [...TO_WRITE, otherWrites],
  source: "OAuth 2.1, 1.4.1 and 5.2; MCP 2025-03-26 and later, Tools, Data Types",
  text: "A read-only token cannot change anything by another tool of the profile that writes, whatever the annotations of the tool say.",
  check: async ({ mcp }) => {
    const era = await mcp.anyEra();
    await provenScope(mcp, era);
    const { tools } = await toolsListed(mcp, era);
    const listed = new Set(tools.map((tool) => memberOf(tool, "name")));
    for (const other of mcp.facts.otherWrites) {
      if (!listed.has(other.tool))
        throw new InconclusiveError(
          `The service does not list the tool ${other.tool} for the read-write token (mcp.otherWrites).`,
        );
      const attempted = await attemptOtherWrite(mcp, era, other);
      const what = `the tool ${other.tool} with the read-only token`;
      hasNoEffect(attempted, what, SCOPE_UNREAD, "of another tool");
    }
  },
});

/** @throws {Violation} if a call in this form writes with the read-only token */
async function writesNothingInForm(mcp: Mcp, era: Era, { what, take }: CallForm): Promise<void> {
  await provenScope(mcp, era);
  const isShared = what === CALL_FORMS[0]?.what;
  if (isShared && (await refusedAmongOthers(mcp, era, "a write in another form")) !== undefined) return;
  const attempted = await attemptWrite(mcp, era, async (call) => {
    const valid = await callTool(era, call, mcp.readOnly);
    return { ...take(valid, call.tool, mcp.facts.read?.tool ?? ""), isProbe: true };
  });
  hasNoEffect(attempted, `a write with the read-only token ${what} (${era.name})`, SCOPE_UNREAD, what);
}

/** An era in which a batch brings results; revisions from 2025-06-18 on need not take any. */
async function takingBatches(mcp: Mcp): Promise<Era> {
  for (const candidate of [async () => mcp.handshakeAt(REVISION_WITH_BATCHES), async () => mcp.handshake()]) {
    const era = await candidate();
    if (era !== undefined && (await batchOfReadings(mcp, era)).isAnswered) return era;
  }
  throw new InapplicableError("The service takes no batches of messages.");
}
