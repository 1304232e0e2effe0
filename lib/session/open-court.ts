import { setTimeout as sleep } from "node:timers/promises";
import { authenticator } from "../client/authenticator.ts";
import type { Answer } from "../client/answer.ts";
import { IssuedCredentials } from "../client/credential-traits.ts";
import { Merchant } from "../client/merchant.ts";
import { rateLimiter } from "../client/rate-limiter.ts";
import { Recorder } from "../client/recorder.ts";
import { Sender, type SentRequest } from "../client/sender.ts";
import type { Transport } from "../client/transport.ts";
import type { Depth } from "../context.ts";
import { CallbackUrls } from "../model/callback-urls.ts";
import { Witness } from "../model/witness.ts";
import { Seen } from "../observing/seen.ts";
import type { MerchantCredentials, Profile } from "../profile/profile-schema.ts";
import type { Secret } from "../profile/secrets-of.ts";
import { type Signer, signer } from "../signer/signer.ts";
import { Disturbance } from "./disturbance.ts";
import { Hearing } from "./hearing.ts";
import type { Court } from "./court.ts";
import { Ledger } from "./ledger.ts";
import { politeRate } from "./polite-rate.ts";
import { redactorOf } from "./redactor-of.ts";
import { Secrets } from "./secrets.ts";
import type { Means } from "./session-context.ts";
import { transportOf } from "./transport-of.ts";

const MAX_WITHOUT_ANSWER = 3;

/** What a session is about. Plain data: it crosses threads. */
export interface SessionSetup {
  readonly profile: Profile;
  readonly depth: Depth;
  readonly seed: number;
  /** Marks every callback URL of the run: `cc-` and ten lower-case letters or digits. */
  readonly runId: string;
  /** When the run's time is up, in milliseconds since 1970. */
  readonly deadlineAt?: number;
  /** The target lives no longer than the run: nothing about it is kept for later. */
  readonly ephemeral?: boolean;
  /** Goes on when requests get no answer: what was changed has to be put back. */
  readonly tireless?: boolean;
  /** What must not be shown, besides the secrets that the profile itself names. */
  readonly secrets?: readonly Secret[];
  /** Where the run is recorded, so that it can be judged again. */
  readonly recordTo?: RecordingOrder;
  /** The file of a recorded run, which answers in the place of the target. */
  readonly playFrom?: string;
}

/** Where a run is recorded, and what of it a session does not know. Plain data. */
export interface RecordingOrder {
  readonly file: string;
  readonly about: Readonly<Record<string, unknown>>;
}

/** What takes the place of the network and of time, in the selftest and when a recorded run is judged again. */
export interface Substitutes {
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** Is told of every request that went out, and what came of it. */
  readonly attempted?: (attempt: SentRequest) => void;
}

export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Is looked at before each request, to keep their distance. Default: `now`. */
  readonly ticks?: () => number;
}

const SYSTEM_CLOCK: Clock = {
  now: Date.now,
  sleep: async (ms) => sleep(ms),
  ticks: () => performance.now(),
};

/** A court, and the parts of it that opening a session needs. */
export interface OpenedCourt extends Court {
  readonly means: Means & { existed: boolean };
  readonly witnesses: readonly Witness[];
  /** Moves the clock by which requests are signed. */
  setClockOffset(ms: number): void;
  /** The clock of this machine, in milliseconds since 1970. */
  localNow(): number;
  close(): Promise<void>;
}

/** Builds everything between the checks and the target. Sends nothing yet. */
export async function openCourt(setup: SessionSetup, substitutes: Substitutes = {}): Promise<OpenedCourt> {
  const { profile } = setup;
  const { transport = await transportOf(profile), clock = SYSTEM_CLOCK } = substitutes;
  const ticks = clock.ticks ?? clock.now;
  const recorder = new Recorder(redactorOf(setup), profile.baseUrl, clock.now);
  const sender = new Sender({
    transport,
    recorder,
    limiter: rateLimiter({
      requestsPerSecond: politeRate(profile),
      clock: ticks,
      sleep: clock.sleep,
      lastAt: ticks(),
    }),
    basePath: new URL(profile.baseUrl).pathname.replace(/\/$/, ""),
    retries: profile.limits.retries,
    maxRequests: profile.limits.maxRequests,
    maxWithoutAnswer: setup.tireless === true ? Number.POSITIVE_INFINITY : MAX_WITHOUT_ANSWER,
    deadlineAt: setup.deadlineAt ?? Number.POSITIVE_INFINITY,
    sleep: clock.sleep,
    now: clock.now,
    attempted: substitutes.attempted,
  });
  const bench = await seat(setup, sender, clock);
  return {
    ...bench,
    disturbance: new Disturbance(bench.witnesses),
    recorder,
    counts: sender.counts,
    signed: profile.auth.mode === "signed",
    localNow: clock.now,
    async close() {
      await sender.stop();
      await transport.close();
    },
  };
}

async function seat(
  setup: SessionSetup,
  sender: Sender,
  clock: Clock,
): Promise<Pick<OpenedCourt, "means" | "witnesses" | "setClockOffset">> {
  const { profile, runId, depth, seed } = setup;
  const ledger = new Ledger((text) => sender.recorder.redact(text));
  const urls = new CallbackUrls({ ...profile.callback, runId });
  const secrets = new Secrets(profile.merchants);
  const signs = await signerOf(profile);
  let clockOffsetMs = 0;
  const now = () => clock.now() + clockOffsetMs;
  const exchanges = () => sender.recorder.exchanges;
  const seen = new Seen({ now: clock.now, theirNow: now, exchanges });
  const witnesses: Witness[] = [];
  const issued = new IssuedCredentials();
  const seatOf = (credentials: MerchantCredentials): Merchant => {
    const witness = new Witness(urls);
    witnesses.push(witness);
    const { name: caller, apiKey, secret } = credentials;
    const purged = (answer: Answer) => sender.recorder.purged(answer);
    const note = (answer: Answer) => seen.note(caller, answer);
    const memory = new Hearing({ witness, ledger, secrets, exchanges, purged, note });
    const auth = authenticator({
      merchant: credentials,
      now,
      issued,
      ...(signs === undefined ? {} : { signer: signs }),
    });
    return new Merchant({
      name: caller,
      apiKey,
      secret,
      authenticator: auth,
      sender,
      memory,
      freshUrl: () => urls.fresh(),
    });
  };
  const [first, ...others] = profile.merchants;
  if (first === undefined) throw new Error("Cannot open a session: the profile has no merchant");
  const means = {
    merchants: [seatOf(first), ...others.map(seatOf)] as const,
    urls,
    claims: claimsOf(profile),
    depth,
    seed,
    ledger,
    signer: signs,
    now,
    sleep: clock.sleep,
    seen,
    pins: profile.pins,
    measures: profile.observe,
    existed: false,
    existedBefore: () => means.existed,
  };
  return { means, witnesses, setClockOffset: (ms) => void (clockOffsetMs = ms) };
}

async function signerOf({ auth }: Profile): Promise<Signer | undefined> {
  return auth.mode === "signed" && auth.signature !== undefined ? signer(auth.signature) : undefined;
}

function claimsOf({ auth }: Profile): Means["claims"] {
  const { signature, timestampToleranceSeconds, nonceSingleUse } = auth.enforces;
  return { signature, timestampToleranceSeconds: timestampToleranceSeconds ?? undefined, nonceSingleUse };
}
