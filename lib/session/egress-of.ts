import { Egress } from "../http/egress.ts";
import { egressRules } from "../profile/egress-rules.ts";
import type { Profile } from "../profile/profile-schema.ts";

/** The one rule for where the requests of a run go, by its profile. */
export function egressOf(profile: Profile): Egress {
  return new Egress(egressRules(profile));
}
