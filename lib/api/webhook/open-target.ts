import type { Target } from "../../engine/target.ts";
import type { MerchantCredentials, Profile } from "../../profile/profile-schema.ts";
import { type Signer, signer } from "../../signer/signer.ts";
import type { Answer } from "../answer.ts";
import { authenticator } from "../authenticator.ts";
import type { Context } from "../context.ts";
import type { Deliveries, DeliveriesOptions } from "../events/deliveries.ts";
import { CredentialWatch } from "../credential-watch.ts";
import { IssuedCredentials } from "../credential-traits.ts";
import { operationsOf } from "../operations/operations-of.ts";
import type { Recorder } from "../recorder.ts";
import type { Requirement } from "../requirement.ts";
import type { Sender } from "../sender.ts";
import { transportOf } from "../transport-of.ts";
import { type Allowances, allowancesFor } from "./defence/allowances.ts";
import { mcpOf } from "../mcp-of.ts";
import { Listener, type Listening } from "./listener.ts";
import { deliveriesOf } from "../events/deliveries-of.ts";
import { findingsFor } from "./findings-for.ts";
import { Interference } from "./interference.ts";
import type { Memory } from "./memory.ts";
import { Merchant } from "./merchant.ts";
import { Belongings } from "./model/belongings.ts";
import { CallbackUrls } from "./model/callback-urls.ts";
import { ConfigurationModel } from "./model/configuration-model.ts";
import { WrittenTimes } from "./model/written-times.ts";
import { Seen } from "./observing/seen.ts";
import { sharedBy } from "./shared-by.ts";
import { senderTo } from "./sender-to.ts";
import { SessionContext, type Shared } from "./session-context.ts";
import type { Clock, SessionSetup, Substitutes } from "./session-setup.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";

/** A target, and what opening a session, arriving and leaving need of it besides. */
export interface OpenTarget extends Target<Context> {
  readonly shared: Shared & { existed: boolean };
  readonly recorder: Recorder;
  readonly models: readonly ConfigurationModel[];
  /** What each merchant knows, by its name. */
  readonly memories: ReadonlyMap<string, Memory>;
  readonly signed: boolean;
  readonly allowances: Allowances;
  /** Another client that was seen beyond doubt so far. */
  readonly sighting: string | undefined;
  /** Moves the clock by which requests are signed. */
  setClockOffset(ms: number): void;
  /** The clock of this machine, in milliseconds since 1970. */
  localNow(): number;
  close(): Promise<void>;
}

/**
 * Builds everything between the requirements and the target. Sends nothing yet.
 * @param requirements those that listen to every answer; none where nothing is judged
 */
export async function openTarget(
  setup: SessionSetup,
  requirements: readonly Requirement[] = [],
  substitutes: Substitutes = {},
): Promise<OpenTarget> {
  const { profile } = setup;
  const { transport = await transportOf(profile), clock = SYSTEM_CLOCK } = substitutes;
  const sender = senderTo(setup, transport, clock, substitutes.attempted);
  const { recorder } = sender;
  const ending = endingWith(substitutes.signal, sender);
  const paused = { ...clock, sleep: async (ms: number) => sender.pause(ms) };
  const note: DeliveriesOptions["note"] = (arrival, url) => recorder.arrived(arrival, new URL(url).origin);
  const deliveries = deliveriesOf(setup, { ...substitutes, transport, clock: paused, note });
  const opened = await introduce(setup, requirements, sender, paused, deliveries);
  const { shared, models } = opened;
  const { findings, seen } = shared;
  const interference = new Interference(models, recorder.log);
  return {
    ...opened,
    recorder,
    findings,
    record: recorder,
    counts: sender.counts,
    returned: seen.returned,
    pins: profile.pins,
    signed: profile.auth.mode === "signed",
    localNow: clock.now,
    get interference() {
      return interference.doubt;
    },
    get sighting() {
      return interference.sighting;
    },
    begin(requirement, options) {
      recorder.log.begin(requirement, options);
    },
    given: (requirement, only) => new SessionContext(shared, requirement, { record: recorder, only }),
    async close() {
      ending.forget();
      await sender.stop();
      await deliveries.close();
      await transport.close();
    },
  };
}

/** Lets each merchant of the profile speak to the target, and listens to what it is told. */
async function introduce(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  sender: Sender,
  clock: Clock,
  deliveries: Deliveries,
): Promise<Pick<OpenTarget, "shared" | "models" | "memories" | "setClockOffset" | "allowances">> {
  const { profile, runId } = setup;
  const { recorder } = sender;
  const urls = new CallbackUrls({ ...profile.callback, runId });
  const signs = await signerOf(profile);
  let clockOffsetMs = 0;
  const now = () => clock.now() + clockOffsetMs;
  const { log } = recorder;
  const seen = new Seen({ now: clock.now, theirNow: now, log });
  const models: ConfigurationModel[] = [];
  const memories = new Map<string, Memory>();
  const setClockOffset = (ms: number) => void (clockOffsetMs = ms);
  const clocks = signs && { now: clock.now, align: setClockOffset };
  const allowances = allowancesFor(sender, clock.now, clocks);
  const issued = new IssuedCredentials();
  const hearing = {
    rules: listening(requirements),
    findings: findingsFor(requirements, recorder),
    credentials: new CredentialWatch(profile.merchants),
    belongings: new Belongings(runId),
    times: new WrittenTimes(),
    operations: operationsOf(setup),
    now,
    log,
    traffic: () => ({ sent: sender.counts.sent, ofGateway: sender.ofGateway }),
    purged: (answer: Answer) => recorder.purged(answer),
  };
  const merchantOf = (credentials: MerchantCredentials): Merchant => {
    const { name } = credentials;
    const model = new ConfigurationModel(urls);
    models.push(model);
    const memory = new Listener({ ...hearing, name, model, note: (answer) => seen.note(name, answer) });
    memories.set(name, memory);
    const signing = signs === undefined ? {} : { signer: signs };
    return new Merchant({
      name,
      apiKey: credentials.apiKey,
      secret: credentials.secret,
      sender,
      ...allowances,
      authenticator: authenticator({ merchant: credentials, now, issued, ...signing }),
      memory,
      freshUrl: () => urls.fresh(),
    });
  };
  const [first, ...others] = profile.merchants;
  if (first === undefined) throw new Error("Cannot open a target: the profile has no merchant");
  const merchants = [merchantOf(first), ...others.map(merchantOf)] as const;
  const { findings, operations } = hearing;
  const mcp = mcpOf(setup, sender, clock.now);
  const { lag } = allowances;
  const parts = { merchants, urls, deliveries, mcp, lag, seen, now, signer: signs, clock };
  const shared = sharedBy(setup, requirements, { ...parts, findings, operations });
  return { shared, models, memories, allowances, setClockOffset };
}

/** Sends nothing more from the signal on. */
function endingWith(signal: AbortSignal | undefined, sender: Sender): { readonly forget: () => void } {
  const stop = () => void sender.stop();
  if (signal?.aborted === true) stop();
  signal?.addEventListener("abort", stop);
  return { forget: () => signal?.removeEventListener("abort", stop) };
}

function listening(requirements: readonly Requirement[]): Listening[] {
  return requirements.flatMap(({ id, rule }) => (rule === undefined ? [] : [{ id, rule }]));
}

async function signerOf({ auth }: Profile): Promise<Signer | undefined> {
  return auth.mode === "signed" && auth.signature !== undefined ? signer(auth.signature) : undefined;
}
