import type { Profile, MerchantCredentials } from "../profile/profile-schema.ts";
import { type Signer, createSigner } from "../signer/signer.ts";
import { isNamedOnly } from "../api/request/draft.ts";
import { areaOf } from "../engine/catalogue.ts";
import { AnswerLog, type LoggedAnswer } from "../api/exchange/answer-log.ts";
import { createAuthenticator, IssuedCredentials } from "../api/credentials/authenticator.ts";
import { CredentialWatch } from "./credential-watch.ts";
import type { Deliveries } from "../api/events/deliveries.ts";
import { mcpOf } from "./mcp-of.ts";
import { operationsOf } from "./operations-of.ts";
import type { Requirement } from "./requirement.ts";
import type { Sender } from "../api/exchange/sender.ts";
import { type Allowances, allowancesFor } from "../api/merchant/allowances.ts";
import { findingsFor } from "./findings-for.ts";
import { Listener, type ListenerOptions, type Listening } from "./listener.ts";
import type { Memory } from "../api/merchant/memory.ts";
import { Merchant } from "../api/merchant/merchant.ts";
import { Belongings } from "../api/webhook/model/belongings.ts";
import { CallbackUrls } from "../api/webhook/model/callback-urls.ts";
import { ConfigurationModel } from "../api/webhook/model/configuration-model.ts";
import { type KnownAnswer, foldWrittenTimes } from "../api/webhook/model/written-times.ts";
import { foldSeen } from "../api/webhook/observing/seen.ts";
import type { Shared } from "./session-context.ts";
import type { Clock, SessionSetup } from "./session-setup.ts";
import { foldSuccessSigns } from "./success-signs.ts";
import { TargetClock } from "../api/merchant/timing/clock-watch.ts";
import { sharedBy } from "./shared-by.ts";

/** The merchants of a target, and what is known of each. */
export interface OpenedMerchants {
  readonly shared: Shared & { existed: boolean };
  readonly models: readonly ConfigurationModel[];
  /** The memory of each merchant, by its name. */
  readonly memories: ReadonlyMap<string, Memory>;
  readonly allowances: Allowances;
  /** The clock by which requests are signed. */
  readonly theirClock: TargetClock;
}

/** The way to a target, and back from it. */
export interface TargetConnection {
  readonly sender: Sender;
  readonly clock: Clock;
  readonly deliveries: Deliveries;
}

/** Opens each merchant of the profile, and listens to its answers. */
export async function openMerchants(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  { sender, clock, deliveries }: TargetConnection,
): Promise<OpenedMerchants> {
  const { profile, runId } = setup;
  const urls = new CallbackUrls({ ...profile.callback, runId });
  const signs = await signerOf(profile);
  const theirClock = new TargetClock(clock.now);
  const allowances = allowancesFor(sender, clock.now, signs && theirClock);
  const answers = new AnswerLog<LoggedAnswer & KnownAnswer>();
  const seen = foldSeen(answers, sender.recorder.log);
  const models: ConfigurationModel[] = [];
  const memories = new Map<string, Memory>();
  const hearing = { ...hearingOf(setup, requirements, sender, answers), clock: theirClock };
  const speaking = { ...allowances, sender, freshUrl: () => urls.fresh() };
  const issued = new IssuedCredentials();
  const merchantOf = (merchant: MerchantCredentials): Merchant => {
    const { name, apiKey, secret } = merchant;
    const model = new ConfigurationModel(urls);
    const memory = new Listener({ ...hearing, name, model });
    models.push(model);
    memories.set(name, memory);
    const signing = signs === undefined ? {} : { signer: signs };
    const auth = createAuthenticator({ merchant, clock: theirClock, issued, ...signing });
    const mayWrite = !profile.run.readOnly;
    return new Merchant({ ...speaking, name, apiKey, secret, memory, mayWrite, authenticator: auth });
  };
  const merchants = profile.merchants.map(merchantOf);
  const { findings, operations } = hearing;
  const mcp = mcpOf(setup, sender, clock.now);
  const { lag } = allowances;
  const parts = {
    merchants,
    urls,
    deliveries,
    mcp,
    lag,
    seen,
    now: () => theirClock.now(),
    signer: signs,
    clock,
  };
  const shared = sharedBy(setup, requirements, { ...parts, findings, operations });
  return { shared, models, memories, allowances, theirClock };
}

/** The options that the listeners of all merchants share. */
function hearingOf(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  sender: Sender,
  answers: AnswerLog<LoggedAnswer & KnownAnswer>,
) {
  const { recorder } = sender;
  return {
    rules: listening(requirements),
    findings: findingsFor(requirements, recorder),
    credentials: new CredentialWatch(setup.profile.merchants),
    belongings: new Belongings(setup.runId),
    answers,
    timesOf: foldWrittenTimes(answers),
    isLikeSuccess: foldSuccessSigns(answers),
    operations: operationsOf(setup, answers),
    log: recorder.log,
    traffic: () => ({ sent: sender.counts.sent, ofGateway: sender.ofGateway }),
    recorder,
  } satisfies Omit<ListenerOptions, "name" | "model" | "clock">;
}

function listening(requirements: readonly Requirement[]): Listening[] {
  return requirements.flatMap(({ id, rule }) =>
    rule === undefined ? [] : [{ id, rule, isOfNamedOnly: isNamedOnly({ label: areaOf(id) }) }],
  );
}

async function signerOf({ auth }: Profile): Promise<Signer | undefined> {
  return auth.mode === "signed" && auth.signature !== undefined ? createSigner(auth.signature) : undefined;
}
