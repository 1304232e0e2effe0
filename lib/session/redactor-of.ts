import { Redactor } from "../secrets/redactor.ts";
import { secretsOf } from "../profile/load/secrets-of.ts";
import type { SessionSetup } from "./session-setup.ts";

/** Takes out every secret that a run was given. */
export function redactorOf({ profile, secrets = [] }: Pick<SessionSetup, "profile" | "secrets">): Redactor {
  const redactor = new Redactor();
  for (const { value, label } of [...secretsOf(profile), ...secrets]) redactor.add(value, label);
  return redactor;
}
