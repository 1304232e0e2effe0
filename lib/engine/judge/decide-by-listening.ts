import type { Findings } from "../record/findings.ts";
import type { AnyRequirement } from "../requirement/catalogue.ts";
import type { Ground, Requirement } from "../requirement/requirement.ts";
import type { Target } from "../record/target.ts";
import { InapplicableError, InconclusiveError, UnreturnedError, Violation } from "../record/verdict.ts";

/**
 * Decides a requirement by the answers of the whole run.
 * @throws {Violation}, or the reason for no verdict
 */
export function decideByListening<Context>(
  requirement: Requirement<Context, never, never>,
  { findings, returned }: Pick<Target<Context>, "findings" | "returned">,
  context: Context,
): void {
  const { id, restsOn, unheard, silence } = requirement;
  const heard = findings.violationOf(id) ?? findings.news.find((news) => news.requirement === id);
  const cause = heard && restsOn && ownerOf(restsOn, findings);
  if (cause !== undefined)
    throw new InconclusiveError(
      `Rests on ${cause}, which failed: no valid request of this kind was accepted.`,
    );
  if (heard !== undefined) throw new Violation(heard.evidence);
  const doubt = findings.doubtAbout(id);
  if (doubt !== undefined) throw new InconclusiveError(doubt);
  if (findings.timesKept(id) > 0) return;
  const inapplicable = unheard?.(context);
  if (inapplicable !== undefined) throw new InapplicableError(inapplicable);
  const silent = silence?.(context);
  if (silent !== undefined) throw new InconclusiveError(silent);
  throw nothingHeard(requirement, returned);
}

/** The requirement that explains why no valid request of a kind was accepted. */
function ownerOf({ granted, owners }: Ground, findings: Findings): string | undefined {
  return findings.timesKept(granted) > 0 ? undefined : owners.find((one) => findings.hasFailed(one));
}

/** Explains why no answer kept or broke a requirement: its fields were never returned, or the reason is unknown. */
function nothingHeard(
  { reads = [], readsOneOf = [] }: AnyRequirement,
  returned: Pick<Target<never>["returned"], "never">,
): InconclusiveError {
  const missing = reads.filter((field) => returned.never(field));
  const fields = missing.length > 0 ? missing : readsOneOf;
  const message = "No answer in this run contained the data that this requirement checks.";
  return fields.length === 0 ? new InconclusiveError(message) : new UnreturnedError(fields, message);
}
