import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { referenceAuth } from "../../../lib/cli/run/embedded-reference.ts";
import type { Transport } from "../../../lib/client/transport.ts";
import { loadSuites } from "../../../lib/host/load-suites.ts";
import { plan } from "../../../lib/plan.ts";
import { loadProfile } from "../../../lib/profile/load-profile.ts";
import type { createReference, Reference } from "../../../lib/reference/reference.ts";
import { openSession } from "../../../lib/session.ts";
import type { Verdict } from "../../../lib/verdict.ts";
import { inProcessTransport } from "../in-process-transport.ts";
import { isEndless } from "./active-mutant.ts";
import type { Way } from "./ways.ts";

/** What the suite said about a reference. */
export interface Trial {
  /** The first check that accuses it, or that breaks on it. */
  readonly killer: { readonly requirement: string; readonly verdict: Verdict } | undefined;
  /** The checks that came to no judgement. */
  readonly undecided: readonly string[];
  /** The same for runs in which every answer was the same, byte by byte. */
  readonly answers: string;
}

const KILLING: readonly Verdict[] = ["failed", "warned", "errored"];
const suites = plan(await loadSuites(fileURLToPath(new URL("../..", import.meta.url))), {
  selectors: [],
  skip: [],
});
const profiles = {
  "api-key": (await loadProfile("reference", {})).profile,
  signed: (await loadProfile("reference-signed", {})).profile,
};

/** Runs the suite against a reference until a check accuses it. */
export async function trial(create: typeof createReference, { mode, depth, choices }: Way): Promise<Trial> {
  const profile = { ...profiles[mode], baseUrl: "http://127.0.0.1" };
  const clock = virtualClock();
  const { merchants } = profile;
  const auth = referenceAuth(profile);
  const reference = create({ merchants, auth, choices, clock: clock.now, sleep: clock.sleep });
  const hash = createHash("sha256");
  const transport = overheard(inProcessTransport(answeringCrashes(reference)), (text) => hash.update(text));
  const session = await openSession({ profile, depth, seed: 1, runId: "cc-generated" }, { transport, clock });
  const undecided: string[] = [];
  for (const { judge } of suites) {
    const { requirement, result } = await session.judge(judge);
    if (isEndless()) break;
    if (!("verdict" in result)) continue;
    const { verdict } = result;
    if (KILLING.includes(verdict)) return { killer: { requirement, verdict }, undecided, answers: "" };
    if (verdict === "inconclusive") undecided.push(requirement);
  }
  await session.close();
  return { killer: undefined, undecided, answers: hash.digest("hex") };
}

function overheard(transport: Transport, hear: (text: string) => void): Transport {
  return {
    ...transport,
    async send(request) {
      const answer = await transport.send(request);
      hear(JSON.stringify([answer.status, answer.headers, Buffer.from(answer.body).toString("latin1")]));
      return answer;
    },
  };
}

/** A crash is answered as most servers answer it. */
function answeringCrashes(reference: Reference): Reference {
  return {
    ...reference,
    fetch: async (request, arrival) =>
      reference.fetch(request, arrival).catch(() => new Response("Internal Server Error", { status: 500 })),
  };
}

/** Time that passes only when somebody looks at it or waits for it. */
function virtualClock() {
  let now = Date.UTC(2026, 0, 2, 3, 4, 5);
  return {
    now: () => (now += 1),
    sleep: async (ms: number) => void (now += ms),
  };
}
