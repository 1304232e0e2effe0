import type { Answer } from "../client/answer.ts";
import { succeeded } from "../client/answer.ts";
import type { NormativeId } from "../requirements/catalogue.ts";
import type { ConfigurationField } from "../wire/configuration.ts";

/** What was answered between two readings of a configuration. */
export type Step = "register" | "disable" | "refused input" | "refused key" | "refused signature" | "other";

/** The step that an answered request is for the configuration of its caller. */
export function stepOf(answer: Answer): Step {
  const { expects, label } = answer.draft;
  if (succeeded(answer)) return label === "register" || label === "disable" ? label : "other";
  return expects === "refused input" || expects === "refused key" || expects === "refused signature"
    ? expects
    : "other";
}

const REFUSALS: Readonly<Record<"refused input" | "refused key" | "refused signature", NormativeId>> = {
  "refused input": "register.refusal-changes-nothing",
  "refused key": "api-key.refusal-has-no-effect",
  "refused signature": "signature.refusal-has-no-effect",
};

type Kept = "id" | "merchantId" | "createTime" | "callbackUrl";

const REGISTER: Readonly<Record<Kept, NormativeId>> = {
  id: "register.keeps-id",
  merchantId: "register.keeps-merchant-id",
  createTime: "register.keeps-create-time",
  callbackUrl: "register.stores",
};

const DISABLE: Readonly<Record<Kept, NormativeId>> = {
  id: "disable.keeps-id",
  merchantId: "disable.keeps-merchant-id",
  createTime: "disable.keeps-create-time",
  callbackUrl: "disable.keeps-callback-url",
};

/** The requirement that a change of a field breaks, by the steps since the field was last read. */
export function brokenBy(field: ConfigurationField, since: readonly Step[]): NormativeId | undefined {
  const table = since.includes("register") ? REGISTER : since.includes("disable") ? DISABLE : undefined;
  if (table !== undefined) return isKept(field) ? table[field] : undefined;
  return refusalIn(since) ?? (since.includes("other") ? undefined : "query.changes-nothing");
}

/** The requirement that a status other than 0 breaks, on a configuration that is disabled. */
export function enabledBy(since: readonly Step[]): NormativeId {
  return since.includes("disable") ? "disable.sets-status" : (refusalIn(since) ?? "disable.lasts");
}

function refusalIn(since: readonly Step[]): NormativeId | undefined {
  for (const step of since.toReversed()) {
    if (step === "refused input" || step === "refused key" || step === "refused signature")
      return REFUSALS[step];
  }
  return undefined;
}

function isKept(field: ConfigurationField): field is Kept {
  return field in REGISTER;
}
