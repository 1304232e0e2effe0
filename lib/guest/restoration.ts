import { type Answer, configurationIn, succeeded } from "../client/answer.ts";
import { disableDraft, queryDraft, registerDraft } from "../client/draft.ts";
import type { Merchant } from "../client/merchant.ts";
import type { Configuration } from "../wire/configuration.ts";
import { InconclusiveError, Violation } from "../verdict.ts";

/** What a merchant had before the run; undefined when query showed no configuration. */
export interface Snapshot {
  readonly merchant: string;
  readonly configuration: Pick<Configuration, "callbackUrl" | "status"> | undefined;
}

/** What became of a merchant's configuration after the run. */
export interface Restoration {
  readonly merchant: string;
  readonly outcome: "restored" | "nothing to restore" | "not restored";
  /** What could not be put back, and why. */
  readonly note?: string;
}

/** Puts a merchant's configuration back and verifies it by query. Never throws for the target's fault. */
export async function restore(merchant: Merchant, { configuration }: Snapshot): Promise<Restoration> {
  try {
    const outcome =
      configuration === undefined ? await disableOurs(merchant) : await putBack(merchant, configuration);
    return { merchant: merchant.name, ...outcome };
  } catch (error) {
    if (!(error instanceof InconclusiveError || error instanceof Violation)) throw error;
    return { merchant: merchant.name, outcome: "not restored", note: error.message };
  }
}

type Outcome = Omit<Restoration, "merchant">;

async function disableOurs(merchant: Merchant): Promise<Outcome> {
  if (configurationIn(await merchant.send(queryDraft("open"))) === undefined)
    return { outcome: "nothing to restore" };
  await merchant.send(disableDraft("open"));
  return {
    outcome: "not restored",
    note: "There was no configuration before the run, and nothing can delete one: the last one of the run is left, disabled.",
  };
}

async function putBack(
  merchant: Merchant,
  { callbackUrl, status }: NonNullable<Snapshot["configuration"]>,
): Promise<Outcome> {
  if (typeof callbackUrl !== "string") {
    return {
      outcome: "not restored",
      note: "The target does not return `callbackUrl`, so it could not be noted before the run.",
    };
  }
  const registered = await merchant.send(registerDraft(callbackUrl, "open"));
  if (status === 0) await merchant.send(disableDraft("open"));
  return verified(await merchant.send(queryDraft("open")), registered, {
    callbackUrl,
    ...(status === undefined ? {} : { status }),
  });
}

function verified(answer: Answer, registered: Answer, before: Configuration): Outcome {
  const now = configurationIn(answer);
  if (!succeeded(registered) || now === undefined) {
    return {
      outcome: "not restored",
      note: `The target refused to register ${String(before.callbackUrl)} again.`,
    };
  }
  if (now.callbackUrl !== undefined && now.callbackUrl !== before.callbackUrl) {
    return {
      outcome: "not restored",
      note: `Query returns another callback URL than ${String(before.callbackUrl)}.`,
    };
  }
  if (now.status !== before.status) {
    return {
      outcome: "not restored",
      note: `The callback URL is back, but status is ${String(now.status)} and was ${String(before.status)}; no operation is shown to change that.`,
    };
  }
  return { outcome: "restored" };
}
