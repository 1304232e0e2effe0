import { endsAtFirstFailure, isWrong } from "./pins.ts";
import { parseVerdict, type ServerVerdict } from "./server-verdict.ts";

/** A check that differs about a server. */
export interface Difference {
  readonly id: string;
  readonly server: string;
}

/** Differences between the verdicts of two versions of the suite about the same servers. */
export interface Comparison {
  /** Checks that fail, warn or cannot decide about a server, and passed it before. */
  readonly stricter: readonly Difference[];
  /** Checks that pass a server now. */
  readonly looser: readonly Difference[];
  /** Wrong servers that the earlier version has not judged. */
  readonly unknown: readonly string[];
  /** Servers that the later version does not judge. */
  readonly gone: readonly string[];
}

/**
 * Compares lines of pins. Failures that follow from another one do not count: a waiver of their root covers them.
 * @param before lines of the earlier version
 */
export function compareVerdicts(before: readonly string[], now: readonly string[]): Comparison {
  const [earlier, later] = [byServer(before), byServer(now)];
  const known = [...later.values()].filter(({ server }) => earlier.has(server) || !isWrong(server));
  const pairs = known.map((verdict) => ({ verdict, former: earlier.get(verdict.server) ?? silent(verdict) }));
  const lost = [...earlier.values()].filter(({ server }) => !later.has(server));
  return {
    stricter: pairs.flatMap(({ verdict, former }) => newlyNoticed(former, verdict)),
    looser: [
      ...pairs.flatMap(({ verdict, former }) => newlyNoticed(verdict, former)),
      ...lost
        .filter(({ server }) => !isWrong(server))
        .flatMap((former) => newlyNoticed(silent(former), former)),
    ],
    unknown: [...later.keys()].filter((server) => isWrong(server) && !earlier.has(server)),
    gone: lost.map(({ server }) => server).filter(isWrong),
  };
}

/**
 * Finds the checks that notice a server by one verdict and not by the other. A wrong server is judged at standard depth only
 * if quick depth does not find its fault. So at quick depth a check notices more than at standard depth, and not less.
 */
function newlyNoticed(without: ServerVerdict, verdict: ServerVerdict): Difference[] {
  const { server, depth, noticed } = verdict;
  if (depth === "standard" && without.depth === "quick") return [];
  if (depth === "quick" && without.depth === "standard") return noticed.map((id) => ({ id, server }));
  if (endsAtFirstFailure(server) && without.noticed.length > 0) return [];
  const known = new Set([...without.noticed, ...without.followers]);
  return noticed.filter((id) => !known.has(id)).map((id) => ({ id, server }));
}

/** The verdict about a server that no check notices. */
function silent({ server, depth }: ServerVerdict): ServerVerdict {
  return { server, depth, noticed: [], followers: [] };
}

function byServer(lines: readonly string[]): Map<string, ServerVerdict> {
  return new Map(lines.map(parseVerdict).map((verdict) => [verdict.server, verdict]));
}
