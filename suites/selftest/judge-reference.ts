import { referenceAuth, referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { conformantRules } from "../../lib/reference/rules/rules.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { judgeTarget, profiles, type Report, type Trial } from "./judge-target.ts";

/** The reference in one of its forms, and how it is to be judged. */
export interface Subject extends Trial {
  readonly choices?: Partial<Choices>;
  readonly mutant?: Mutant;
}

/** Runs the whole suite against a reference in this process. */
export async function judgeReference({ choices, mutant, facts, ...trial }: Subject): Promise<Report> {
  const { operations } = profiles[trial.mode ?? "api-key"];
  const offered = mutant === undefined || isOfOperations(mutant) ? { operations } : {};
  return judgeTarget(
    (profile, clock) => {
      const reference = createReference({
        merchants: profile.merchants,
        auth: referenceAuth(profile),
        mcp: trial.mcp === true ? referenceMcp(profile) : undefined,
        choices: { ...mutant?.choices, ...choices },
        rules: mutant === undefined ? conformantRules : mutant.apply(conformantRules),
        clock: clock.now,
        sleep: clock.sleep,
      });
      return inProcessTransport(reference);
    },
    { ...trial, facts: { ...offered, ...facts } },
  );
}

/** Other mutants are not asked for the operations that the document only names, which takes time. */
function isOfOperations({ breaks }: Mutant): boolean {
  return catalogue.groups.get(areaOf(breaks)) === "operations";
}
