import type { McpMeans, ServiceInEra } from "../../../lib/mcp/means.ts";
import {
  throwInapplicable,
  throwInconclusive,
  SCOPE_UNREAD,
  WITHOUT_TOKEN,
} from "../../../lib/mcp/refusals/fails.ts";
import { forbiddenUndos, formOfReader } from "../../../lib/mcp/refusals/shared-writes.ts";
import { chapterOf, GROUNDS } from "../../../lib/mcp/requirement.ts";
import { batchOf, REVISION_WITH_BATCHES } from "../../../lib/mcp/service/batch.ts";
import { CALL_FORMS, type CallForm } from "../../../lib/mcp/wire/call-forms.ts";
import { memberOf } from "../../../lib/mcp/wire/rpc.ts";
import { otherWrites, TO_WRITE } from "../../../lib/profile/needs/mcp-needs.ts";

const { inferred } = chapterOf(GROUNDS.readOnlyScope, TO_WRITE);
/** Those that a run tries among other calls. */
const FORMS_AT_QUICK = 2;

export const readOnlyInABatch = inferred("scopes.read-only-in-a-batch", {
  source: "MCP 2025-03-26, Base Protocol, Batching; OAuth 2.1, 5.2",
  text: "A read-only token cannot change anything by a message of a batch, of a service that takes batches.",
  check: async (means) => {
    const { mcp, callRead, callTool } = await takingBatches(means);
    const { provenScope, attemptWrite, ...usual } = await means.handshake();
    await provenScope();
    const attempted = await attemptWrite(async (call) => ({
      ...batchOf(await callRead(mcp.readOnly), await callTool(call, mcp.readOnly)),
      isProbe: true,
    }));
    usual.hasNoEffect(attempted, "a write with the read-only token in a batch", SCOPE_UNREAD, "in a batch");
  },
});

export const readOnlyInOtherForms = inferred("scopes.read-only-in-other-forms", {
  source: "OAuth 2.1, 5.2; JSON-RPC 2.0, 4.1; MCP 2026-07-28, Transports, Server Validation",
  text: "A read-only token cannot change anything by a call in another form: as a notification, with the id null, with another tool in its headers, with a member twice, in another spelling, or with other headers.",
  check: async ({ eachEra, mcp, effort }) => {
    const names = (await mcp.eras()).map(({ name }) => name);
    const eraOf = ({ of }: CallForm, turn: number) => of ?? names[turn % names.length];
    const forms = effort.isQuick ? CALL_FORMS.slice(0, FORMS_AT_QUICK) : CALL_FORMS;
    await eachEra(async (service) => {
      const own = forms.filter((form, turn) => eraOf(form, turn) === service.era.name);
      if (own.length > 0) await service.provenScope();
      const calls = own.map((form) => formOfReader(mcp, form));
      await service.attemptEach(calls, (attempted, { name }) =>
        service.hasNoEffect(attempted, `a write with the read-only token ${name}`, SCOPE_UNREAD, name),
      );
    });
  },
});

export const readOnlyUndo = inferred("scopes.read-only-undo", {
  source: "OAuth 2.1, 1.4.1 and 5.2",
  text: "Neither a read-only token nor a request without a token undoes a write: the tool of the profile that undoes it has no effect.",
  because: "A tool that undoes a write changes data, and the scope is named Read-only.",
  check: async ({ anyEra, mcp }) => {
    const { write, undo } = mcp.facts;
    if (undo === null) throwInapplicable("The profile names no tool that undoes a write (mcp.undo).");
    if (undo.tool === write?.tool)
      throwInapplicable("The same tool writes and undoes, which another requirement checks.");
    const service = await anyEra();
    await service.provenScope();
    await service.attemptEach(forbiddenUndos(mcp), (attempted, { name, caller }) => {
      const omission = caller === mcp.anonymous ? WITHOUT_TOKEN : SCOPE_UNREAD;
      service.hasNoEffect(attempted, name, omission, "of the tool that undoes");
    });
  },
});

export const readOnlyOtherTools = inferred("scopes.read-only-other-tools", {
  needs: [...TO_WRITE, otherWrites],
  source: "OAuth 2.1, 1.4.1 and 5.2; MCP 2025-03-26 and later, Tools, Data Types",
  text: "A read-only token cannot change anything by another tool of the profile that writes, whatever the annotations of the tool say.",
  check: async ({ anyEra, mcp }) => {
    const service = await anyEra();
    await service.provenScope();
    const { tools } = await service.toolsListed();
    const listed = new Set(tools.map((tool) => memberOf(tool, "name")));
    for (const other of mcp.facts.otherWrites) {
      if (!listed.has(other.tool))
        throwInconclusive(
          `The service does not list the tool ${other.tool} for the read-write token (mcp.otherWrites).`,
        );
      const attempted = await service.attemptOtherWrite(other);
      const what = `the tool ${other.tool} with the read-only token`;
      service.hasNoEffect(attempted, what, SCOPE_UNREAD, "of another tool");
    }
  },
});

/** An era in which a batch brings results; revisions from 2025-06-18 on need not take any. */
async function takingBatches({ mcp, at }: McpMeans): Promise<ServiceInEra> {
  for (const candidate of [async () => mcp.handshakeAt(REVISION_WITH_BATCHES), async () => mcp.handshake()]) {
    const era = await candidate();
    if (era !== undefined && (await at(era).batchOfReadings()).isAnswered) return at(era);
  }
  return throwInapplicable("The service takes no batches of messages.");
}
