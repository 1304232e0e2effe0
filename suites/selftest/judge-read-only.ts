import { registerDraft } from "../../lib/api/request/draft.ts";
import { referenceAuth, referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import type { Transport, WireRequest } from "../../lib/http/transport.ts";
import type { Profile } from "../../lib/profile/schema/profile-schema.ts";
import { withoutWrites } from "../../lib/profile/needs/without-writes.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { conformantRules, type Rules } from "../../lib/reference/rules/rules.ts";
import { openTarget } from "../../lib/session/open-target.ts";
import type { Clock } from "../../lib/session/session-setup.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { judgeTarget, profiles, type Report, type Trial } from "./judge-target.ts";

/** The reference, and how a read-only run is to judge it. */
interface ReadOnlySubject extends Pick<Trial, "mode" | "depth" | "mcp" | "selectors" | "judged"> {
  readonly choices?: Partial<Choices>;
  readonly change?: (rules: Rules) => Rules;
  /** Whether the merchants have configurations before the run. Default: yes. */
  readonly isConfigured?: boolean;
}

interface ReadOnlyRun {
  readonly report: Report;
  readonly sent: readonly WireRequest[];
}

/** A read-only run against the reference, and every request that reached it. */
export async function judgeReadOnly(subject: ReadOnlySubject = {}): Promise<ReadOnlyRun> {
  const { choices = {}, change = (rules) => rules, isConfigured = true, ...trial } = subject;
  const known = profiles[trial.mode ?? "api-key"];
  const { events, run } = withoutWrites({ ...known, run: { ...known.run, readOnly: true } });
  const sent: WireRequest[] = [];
  const report = await judgeTarget(
    (profile, clock) => {
      const reference = createReference({
        merchants: profile.merchants,
        auth: referenceAuth(profile),
        mcp: trial.mcp === true ? referenceMcp(known) : undefined,
        choices,
        rules: change(conformantRules),
        clock: clock.now,
        sleep: clock.sleep,
      });
      const way = inProcessTransport(reference);
      const configured = isConfigured ? configure(profile, way, clock) : undefined;
      return {
        ...way,
        async send(request) {
          await configured;
          sent.push(request);
          return way.send(request);
        },
      };
    },
    { ...trial, facts: { events, run } },
  );
  return { report, sent };
}

/** Each merchant has a configuration that no run has registered. */
async function configure(profile: Profile, transport: Transport, clock: Clock): Promise<void> {
  const writing = { ...profile, run: { ...profile.run, readOnly: false } };
  const setup = { profile: writing, depth: "quick", seed: 1, runId: "cc-configured" } as const;
  const target = await openTarget(setup, [], { transport, clock });
  for (const merchant of target.shared.merchants)
    await merchant.send(registerDraft(`https://receiver.example/${merchant.name}`, "open"));
  await target.close();
}
