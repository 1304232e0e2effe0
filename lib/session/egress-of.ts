import { Egress } from "../http/egress.ts";
import { egressRules } from "../profile/needs/egress-rules.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";

/** The one rule for where the requests of a run go, by its profile. */
export function egressOf(profile: Profile): Egress {
  return new Egress(egressRules(profile));
}
