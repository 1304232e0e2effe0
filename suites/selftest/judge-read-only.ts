import { registerDraft } from "../../lib/api/request/draft.ts";
import type { Transport, WireRequest } from "../../lib/http/transport.ts";
import type { Profile } from "../../lib/profile/schema/profile-schema.ts";
import { withoutWrites } from "../../lib/profile/needs/without-writes.ts";
import { openTarget } from "../../lib/session/open-target.ts";
import type { Clock } from "../../lib/session/session-setup.ts";
import { judgeReference, type Subject } from "./judge-reference.ts";
import { MCP_URL, profiles, type Report } from "./judge-target.ts";

interface ReadOnlySubject extends Subject {
  /** Whether the merchants have configurations before the run. Default: yes. */
  readonly isConfigured?: boolean;
}

/** A read-only run against the reference, and every request that reached it. */
export async function judgeReadOnly({ isConfigured = true, ...subject }: ReadOnlySubject = {}): Promise<{
  readonly report: Report;
  readonly sent: readonly WireRequest[];
}> {
  const known = profiles[subject.mode ?? "api-key"];
  const { events, run } = withoutWrites({ ...known, run: { ...known.run, readOnly: true } });
  const sent: WireRequest[] = [];
  const report = await judgeReference({
    ...subject,
    facts: { events, run, operations: {} },
    front: (clock) => {
      let configured: Promise<void> | undefined;
      return async (request, next) => {
        configured ??= isConfigured ? configure(known, next, clock) : Promise.resolve();
        await configured;
        sent.push(request);
        return next(request);
      };
    },
  });
  return { report, sent };
}

/** Each merchant has a configuration that no run has registered. */
async function configure(profile: Profile, send: Transport["send"], clock: Clock): Promise<void> {
  const transport: Transport = { send, close: async () => undefined };
  const own = { ...profile, operations: {}, baseUrl: new URL(MCP_URL).origin };
  const setup = { profile: own, depth: "quick", seed: 1, runId: "cc-configured" } as const;
  const target = await openTarget(setup, [], { transport, clock });
  for (const merchant of target.shared.merchants)
    await merchant.send(registerDraft(`https://receiver.example/${merchant.name}`, "open"));
  await target.close();
}
