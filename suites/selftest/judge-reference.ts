import { referenceAuth, referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import { namedOperationAxes } from "../../lib/reference/axes/api.ts";
import type { ReferenceMerchant } from "../../lib/reference/call.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import type { Mutant } from "../../lib/reference/mutant.ts";
import type { Post } from "../../lib/reference/delivery/post-by-undici.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { conformantRules } from "../../lib/reference/rules/rules.ts";
import type { Clock } from "../../lib/session/session-setup.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { areaOf } from "../../lib/engine/requirement/catalogue.ts";
import type { WireRequest } from "../../lib/http/transport.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { judgeTarget, profiles, type Report, type Trial } from "./judge-target.ts";
import { behind, keyOf, type MakeFront } from "./worlds/fronts.ts";

/** The reference in one of its forms, and how it is to be judged. */
export interface Subject extends Trial {
  readonly choices?: Partial<Choices>;
  readonly mutant?: Mutant;
  /** Merchants of the target that the profile does not name. */
  readonly unseen?: readonly ReferenceMerchant[];
  /** Changes the way of deliveries to the receiver. Default: each arrives, and its answer too. */
  readonly onTheWay?: (post: Post, clock: Clock) => Post;
  /** A layer between the suite and the reference. Default: nothing. */
  readonly front?: MakeFront;
}

/**
 * Runs the whole suite against a reference in this process. If the reference differs only in operations that the document
 * just names, only the requirements that listen to these operations run. Mutants of other areas get no such operations.
 */
export async function judgeReference({
  choices,
  mutant,
  facts,
  unseen = [],
  onTheWay = (post) => post,
  front,
  ...trial
}: Subject): Promise<Report> {
  const { operations } = profiles[trial.mode ?? "api-key"];
  const isOfOperations = mutant !== undefined && catalogue.groups.get(areaOf(mutant.breaks)) === "operations";
  const isOnlyOfOperations = isOfOperations || isOnlyAboutOperations(choices);
  const isAsked = mutant === undefined || isOfOperations || mutant.beyondWebhooks === true;
  const offered = isAsked ? { operations } : {};
  return judgeTarget(
    (profile, clock, { post, visit }) => {
      const reference = createReference({
        merchants: [...profile.merchants, ...unseen],
        auth: referenceAuth(profile),
        mcp: trial.mcp === true ? referenceMcp(profile) : undefined,
        choices: { ...mutant?.choices, ...choices },
        rules: mutant === undefined ? conformantRules : mutant.apply(conformantRules),
        clock: clock.now,
        sleep: clock.sleep,
        post: onTheWay(post, clock),
        visit,
      });
      const keys = new Set(profile.merchants.map(({ apiKey }) => apiKey));
      const surroundings = { ...clock, hasKey: (request: WireRequest) => keys.has(keyOf(request)) };
      const transport = inProcessTransport(reference);
      return front === undefined ? transport : behind(transport, front(surroundings));
    },
    {
      ...(isOnlyOfOperations && { selectors: ["operations", "envelope"] }),
      ...trial,
      facts: { ...offered, ...facts },
    },
  );
}

/** Whether it is the reference but for what the operations do that the document only names. */
function isOnlyAboutOperations(choices: Partial<Choices> = {}): boolean {
  const names = Object.keys(choices);
  return names.length > 0 && names.every((name) => Object.hasOwn(namedOperationAxes, name));
}
