import { createHash } from "node:crypto";
import { referenceAuth } from "../../../lib/cli/run/embedded-reference.ts";
import type { Transport } from "../../../lib/http/transport.ts";
import type { createReference, Reference } from "../../../lib/reference/reference.ts";
import type { Verdict } from "../../../lib/engine/record/verdict.ts";
import { inProcessTransport } from "../in-process-transport.ts";
import { judgeTarget } from "../judge-target.ts";
import { isEndless } from "./active-mutant.ts";
import type { Way } from "./ways.ts";

/** The result of the suite about a reference. */
export interface Trial {
  /** The first check that accuses it, or that breaks on it. */
  readonly killer: { readonly requirement: string; readonly verdict: Verdict } | undefined;
  /** The checks that came to no judgement. */
  readonly undecided: readonly string[];
  /** The same for runs in which every answer was the same, byte by byte. */
  readonly answers: string;
}

const KILLING: readonly Verdict[] = ["failed", "warned", "errored"];

/** Runs the suite against a reference until a check accuses it. */
export async function trial(create: typeof createReference, { mode, depth, choices }: Way): Promise<Trial> {
  const hash = createHash("sha256");
  const { checks } = await judgeTarget(
    (profile, clock) => {
      const { merchants } = profile;
      const auth = referenceAuth(profile);
      const reference = create({ merchants, auth, choices, clock: clock.now, sleep: clock.sleep });
      return listenedTo(inProcessTransport(answeringCrashes(reference)), (text) => hash.update(text));
    },
    { mode, depth, until: ({ verdict }) => KILLING.includes(verdict) || isEndless() },
  );
  const undecided = checks.filter(({ verdict }) => verdict === "inconclusive");
  return {
    killer: checks.find(({ verdict }) => KILLING.includes(verdict)),
    undecided: undecided.map(({ requirement }) => requirement),
    answers: hash.digest("hex"),
  };
}

function listenedTo(transport: Transport, hear: (text: string) => void): Transport {
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
