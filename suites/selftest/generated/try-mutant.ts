import { createHash } from "node:crypto";
import { referenceAuth } from "../../../lib/cli/run/embedded-reference.ts";
import type { Transport } from "../../../lib/http/transport.ts";
import type { createReference, Reference } from "../../../lib/reference/reference.ts";
import type { Verdict } from "../../../lib/engine/record/verdict.ts";
import { inProcessTransport } from "../in-process-transport.ts";
import { judgeTarget } from "../judge-target.ts";
import { activate, isEndless, reaching } from "./active-mutant.ts";
import { freshReference } from "./instrument.ts";
import type { Fate } from "./settle.ts";
import { otherWays, usualWays, type Way } from "./ways.ts";

/** The result of the suite about a reference. */
interface Trial {
  /** The first check that accuses it, or that breaks on it. */
  readonly killer: { readonly requirement: string; readonly verdict: Verdict } | undefined;
  /** The checks that came to no judgement. */
  readonly undecided: readonly string[];
  /** The same for runs in which every answer was the same, byte by byte. */
  readonly answers: string;
}

const KILLING: readonly Verdict[] = ["failed", "warned", "errored"];

/** Runs the suite against a reference until a check accuses it. */
async function trial(create: typeof createReference, { mode, depth, choices }: Way): Promise<Trial> {
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

/** The reference itself, judged in every way: what it reaches, answers and leaves open. */
interface Baseline {
  readonly create: typeof createReference;
  readonly ways: readonly (readonly [Way, Trial, reached: ReadonlySet<number>])[];
  /** The mutations of what is evaluated when a module is loaded. */
  readonly atLoad: ReadonlySet<number>;
}

/** @throws when the reference itself is accused. */
export async function baseline(): Promise<Baseline> {
  const [create, atLoad] = await reaching(freshReference);
  const ways: [Way, Trial, ReadonlySet<number>][] = [];
  for (const way of [...usualWays, ...otherWays]) {
    const [own, reached] = await reaching(async () => trial(create, way));
    if (own.killer !== undefined) {
      const said = `${own.killer.requirement} ${own.killer.verdict}`;
      throw new Error(`Cannot judge mutants: without any, ${said} (${JSON.stringify(way)})`);
    }
    ways.push([way, own, reached]);
  }
  return { create, ways, atLoad };
}

/** Judges one mutant. One with which there is no server, or no run, is killed too: it does not pass. */
export async function tryMutant(number: number, own: Baseline): Promise<Fate> {
  try {
    return await judged(number, own);
  } catch (error) {
    return { kind: "killed", by: String(error), verdict: "errored" };
  } finally {
    activate(undefined);
  }
}

/** In the ways that reach it, until it is killed; in others than the usual ones only what those do not reach. */
async function judged(number: number, own: Baseline): Promise<Fate> {
  activate(number);
  const create = own.atLoad.has(number) ? await freshReference() : own.create;
  const undecided = new Set<string>();
  let differs = false;
  const chosen = waysFor(number, own);
  for (const [way, theirs] of chosen) {
    activate(number);
    const { killer, undecided: open, answers } = await trial(create, way);
    if (isEndless()) return { kind: "endless" };
    if (killer !== undefined) return { kind: "killed", by: killer.requirement, verdict: killer.verdict };
    for (const id of open) if (!theirs.undecided.includes(id)) undecided.add(id);
    differs ||= answers !== theirs.answers;
  }
  if (chosen.length === 0) return { kind: "not-reached" };
  return { kind: "survived", undecided: [...undecided], differs };
}

function waysFor(number: number, { ways, atLoad }: Baseline): Baseline["ways"] {
  const all = ways.filter(([, , reached]) => atLoad.has(number) || reached.has(number));
  const usual = all.filter(([way]) => usualWays.includes(way));
  return usual.length > 0 ? usual : all;
}
