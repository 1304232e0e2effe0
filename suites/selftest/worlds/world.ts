import { runVerdict } from "../../../lib/engine/settle/run-verdict.ts";
import type { WireAnswer } from "../../../lib/http/transport.ts";
import type { Mutant } from "../../../lib/reference/mutant.ts";
import { findMutant } from "../../../lib/cli/serve/find-mutant.ts";
import { judgeReference, type Subject } from "../judge-reference.ts";
import { idsWith, type Report } from "../judge-target.ts";
import type { MakeFront } from "./fronts.ts";
import { timeLimit } from "../time-limit.ts";

/** Expected facts of a run in a world. Only what is named is compared. */
export interface Expected {
  readonly verdict?: string;
  /** The ids that fail, all of them. Default: none. */
  readonly failed?: readonly string[];
  /** Some of the ids that fail: others may follow from them. */
  readonly failedToo?: readonly string[];
  readonly warned?: readonly string[];
  readonly inconclusive?: readonly string[];
  /** Some of the ids that are inconclusive. */
  readonly inconclusiveToo?: readonly string[];
  /** Some of the ids that do not apply. */
  readonly inapplicable?: readonly string[];
  /** The reasons of all inconclusive checks, each in one form or more. */
  readonly because?: readonly RegExp[];
  /** Some of the ids that pass. */
  readonly passed?: readonly string[];
  /** Some of the ids that are not checked, for which the run sends no request. */
  readonly unasked?: readonly string[];
  /** Codes of the warnings that the run gave by itself. */
  readonly noticed?: readonly string[];
  readonly cause?: Report["cause"];
  /** By the clock of the run. Default: not compared. `usual`: the limit for every broken server. */
  readonly withinSeconds?: number | "usual";
}

/** One row of the proof: a server, a profile, what lies between, and what a run must show. */
export interface World extends Omit<Subject, "mutant"> {
  /** Completes "A run against …". */
  readonly name: string;
  /** A mutant of the suite by its name, or a server of this row only. */
  readonly mutant?: Mutant | string;
  readonly expected?: Expected;
}

/** The parts of a report that a world names, and the same parts as they must be. */
export async function compared({ name: _name, mutant, expected = {}, front, ...subject }: World) {
  const fault = typeof mutant === "string" ? findMutant(mutant) : mutant;
  const way = front && watching(front);
  const report = await judgeReference({
    ...subject,
    ...(fault && { mutant: fault }),
    ...(way && { front: way.front }),
  });
  const { withinSeconds, ...parts } = { errored: [], ...failures(expected), ...expected };
  const limit = withinSeconds === "usual" ? await timeLimit({}) : withinSeconds;
  const names = Object.keys(parts);
  return {
    shown: {
      ...Object.fromEntries(names.map((part) => [part, shownOf(report, part, expected)])),
      isInTime: limit === undefined || report.seconds <= limit,
      isMet: way === undefined || way.isMet(),
    },
    wanted: { ...parts, isInTime: true, isMet: true },
  };
}

/** Watches whether a way changes anything: one that passes on each request and each answer proves nothing. */
function watching(makeFront: MakeFront) {
  let isMet = false;
  const front: MakeFront = (surroundings) => {
    const through = makeFront(surroundings);
    return async (request, next) => {
      const passed: unknown[] = [];
      let answer: WireAnswer | undefined;
      try {
        answer = await through(request, async (sent) => {
          const own = await next(sent);
          passed.push(own);
          return own;
        });
        return answer;
      } finally {
        isMet ||= passed.length !== 1 || passed[0] !== answer;
      }
    };
  };
  return { front, isMet: () => isMet };
}

/** No failure is expected where the row names none. */
function failures({ failed = [], failedToo }: Expected): Expected {
  return failedToo === undefined ? { failed } : {};
}

/** Parts that name some of the ids with a verdict. */
const SOME = {
  failedToo: "failed",
  inconclusiveToo: "inconclusive",
  passed: "passed",
  inapplicable: "inapplicable",
} as const;
/** Parts that name all of them. */
const ALL = ["failed", "warned", "inconclusive", "errored"] as const;

function shownOf(report: Report, part: string, expected: Expected): unknown {
  const all = ALL.find((verdict) => verdict === part);
  if (all !== undefined) return idsWith(report, all);
  switch (part) {
    case "verdict":
      return runVerdict(report.checks);
    case "noticed":
      return report.noticed.map(({ code }) => code);
    case "unasked": {
      const unasked = report.checks.filter(
        ({ verdict, requests }) => verdict === "uncovered" && requests === 0,
      );
      return expected.unasked?.filter((id) => unasked.some(({ requirement }) => requirement === id));
    }
    case "because":
      return reasonsOf(report, expected.because);
    case "cause":
      return report.cause;
    case "failedToo":
    case "inconclusiveToo":
    case "passed":
    case "inapplicable": {
      const found = idsWith(report, SOME[part]);
      return expected[part]?.filter((id) => found.includes(id));
    }
    default:
      throw new Error(`Cannot compare ${part}: a report has no such part`);
  }
}

/** The expected reasons that an inconclusive check gives, then those that no row expects. */
function reasonsOf({ checks }: Report, wanted: readonly RegExp[] = []): readonly unknown[] {
  const undecided = checks.filter(({ verdict }) => verdict === "inconclusive");
  const reasons = undecided.map(({ reason = "" }) => reason);
  return [
    ...wanted.filter((one) => reasons.some((reason) => one.test(reason))),
    ...reasons.filter((reason) => !wanted.some((one) => one.test(reason))),
  ];
}
