import { Redactor } from "../secrets/redactor.ts";
import { shownEnd } from "../secrets/masked.ts";
import { secretsOf } from "../profile/load/secrets-of.ts";
import type { SessionSetup } from "./session-setup.ts";

/** Takes out every secret that a run was given. */
export function redactorOf({ profile, secrets = [] }: Pick<SessionSetup, "profile" | "secrets">): Redactor {
  const redactor = new Redactor();
  const credentials = new Set(profile.merchants.flatMap(({ apiKey, secret = "" }) => [apiKey, secret]));
  for (const { value, label } of [...secretsOf(profile), ...secrets]) {
    redactor.add(value, label);
    const end = credentials.has(value) ? shownEnd(value) : undefined;
    if (end !== undefined) redactor.add(end, label);
  }
  return redactor;
}
