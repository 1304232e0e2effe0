import type { MerchantCredentials } from "../profile/schema/profile-schema.ts";
import { createAuthenticator } from "../api/credentials/authenticator.ts";
import { mcpOf } from "./mcp-of.ts";
import type { Sender } from "../api/exchange/sender.ts";
import type { Findings } from "../engine/record/findings.ts";
import type { Allowances } from "../api/merchant/allowances.ts";
import { Listener } from "./listener.ts";
import { Merchant } from "../api/merchant/merchant.ts";
import { ConfigurationModel } from "../api/webhook/model/configuration-model.ts";
import type { RunParts } from "./run-parts.ts";
import type { Shared } from "./session-context.ts";
import type { TargetClock } from "../api/merchant/timing/clock-watch.ts";
import { sharedBy } from "./shared-by.ts";

/** The merchants of a lane, and what is known of each. */
export interface OpenedMerchants {
  readonly shared: Shared & { existed: boolean };
  readonly models: readonly ConfigurationModel[];
  readonly allowances: Allowances;
  /** The clock by which requests are signed. */
  readonly theirClock: TargetClock;
}

export interface LanePart {
  readonly merchants: readonly MerchantCredentials[];
  /** Whether it checks the MCP service of the profile. */
  readonly hasMcp: boolean;
}

/** The part that a lane has for itself: its way to the target, and the findings of its current check. */
export interface LaneMeans {
  readonly sender: Sender;
  readonly findings: Findings;
}

/** Opens each merchant of a lane, and listens to its answers. */
export function openMerchants(
  parts: RunParts,
  { merchants: ofLane, hasMcp }: LanePart,
  { sender, findings }: LaneMeans,
): OpenedMerchants {
  const { setup, urls, signer, theirClock, allowances, clock } = parts;
  const { profile } = setup;
  const { recorder } = sender;
  const models: ConfigurationModel[] = [];
  const hearing = { ...parts.hearing, findings, log: recorder.log, recorder };
  const speaking = { ...allowances, sender, freshUrl: () => urls.fresh() };
  const merchantOf = (merchant: MerchantCredentials): Merchant => {
    const { name, apiKey, secret } = merchant;
    const model = new ConfigurationModel(urls, parts);
    const memory = new Listener({ ...hearing, name, model });
    models.push(model);
    const { merchants: all } = profile;
    const auth = createAuthenticator({ merchant, merchants: all, clock: theirClock, signer });
    const mayWrite = !profile.run.readOnly;
    const others = () => merchants.filter((other) => other.name !== name);
    return new Merchant({ ...speaking, name, apiKey, secret, memory, mayWrite, authenticator: auth, others });
  };
  const merchants = ofLane.map(merchantOf);
  parts.models.push(...models);
  parts.logs.push(recorder.log);
  const mcp = hasMcp ? mcpOf(setup, sender, clock.now) : undefined;
  const shared = sharedBy(parts, { merchants, findings, mcp });
  return { shared, models, allowances, theirClock };
}
