import type { RunWaiting } from "../engine/record/result.ts";
import type { Target } from "../engine/record/target.ts";
import type { Context, Requirement } from "./requirement.ts";
import type { DeliveriesOptions } from "../api/events/deliveries/deliveries-options.ts";
import type { Recorder } from "../api/exchange/recorder.ts";
import type { Sender } from "../api/exchange/sender.ts";
import { deliveriesOf } from "./deliveries-of.ts";
import { type LaneMeans, type LanePart, openMerchants, type OpenedMerchants } from "./open-merchants.ts";
import type { Log } from "../engine/record/log.ts";
import { type ForeignUrl, sentenceAbout } from "../api/webhook/model/other-clients.ts";
import { type RunParts, runPartsOf } from "./run-parts.ts";
import { senderTo } from "./sender-to.ts";
import { contextOf } from "./session-context.ts";
import type { SessionSetup, Substitutes } from "./session-setup.ts";
import { SYSTEM_CLOCK } from "./system-clock.ts";
import type { Transport } from "../http/transport.ts";
import { undiciTransport } from "../http/undici-transport.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { egressOf } from "./egress-of.ts";
import { tlsFiles } from "./tls-files.ts";

/** A target as one lane checks it, with the parts that opening, calibrating and closing a session need. */
export interface OpenTarget extends Target<Context>, OpenedMerchants {
  readonly recorder: Recorder;
  /** Requests of all lanes. */
  readonly allCounts: Sender["counts"];
  readonly signed: boolean;
  /** Another client that was seen beyond doubt so far. */
  readonly sighting: string | undefined;
  /** How long the run has waited so far, by reason. */
  readonly waiting: readonly RunWaiting[];
  /** The clock of this machine, in milliseconds since 1970. */
  localNow(): number;
  /** Closes the target for all lanes. */
  close(): Promise<void>;
}

/**
 * Builds everything between the requirements and the target, in one lane. Sends nothing yet.
 * @param requirements those that listen to every answer; none where nothing is judged
 */
export async function openTarget(
  setup: SessionSetup,
  requirements: readonly Requirement[] = [],
  substitutes: Substitutes = {},
): Promise<OpenTarget> {
  const { merchants } = setup.profile;
  const openLane = await openLanes(setup, requirements, substitutes);
  return openLane({ merchants, hasMcp: true });
}

/**
 * Builds everything between the requirements and the target, for several lanes. Sends nothing yet.
 * @returns opens a lane
 */
export async function openLanes(
  setup: SessionSetup,
  requirements: readonly Requirement[],
  substitutes: Substitutes,
): Promise<(part: LanePart) => OpenTarget> {
  const { profile } = setup;
  const { transport = await transportOf(profile), clock = SYSTEM_CLOCK } = substitutes;
  const sender = senderTo(setup, transport, clock);
  const { recorder } = sender;
  const ending = endingWith(substitutes.signal, sender);
  const paused = { ...clock, sleep: async (ms: number) => sender.pause(ms) };
  const note: DeliveriesOptions["note"] = (arrival, url, own) => recorder.recordArrival(arrival, url, own);
  const deliveries = deliveriesOf(setup, { ...substitutes, sender, clock: paused, note });
  const parts = await runPartsOf(setup, requirements, { sender, clock: paused, deliveries });
  const close = async () => {
    ending.forget();
    await sender.stop();
    await deliveries.close();
    await transport.close();
  };
  const ofRun = { close, localNow: () => clock.now() };
  let lanes = 0;
  return (part) => {
    lanes += 1;
    const own = lanes === 1 ? sender : sender.beside(`lane ${lanes}`);
    const findings = own === sender ? parts.findings : parts.findings.beside(own.recorder);
    return laneOf(parts, part, { sender: own, findings, ...ofRun });
  };
}

function laneOf(
  parts: RunParts,
  part: LanePart,
  means: LaneMeans & Pick<OpenTarget, "close" | "localNow">,
): OpenTarget {
  const { sender, findings, close, localNow } = means;
  const { recorder } = sender;
  const { profile } = parts.setup;
  const opened = openMerchants(parts, part, means);
  return {
    ...opened,
    recorder,
    findings,
    record: recorder,
    counts: sender,
    allCounts: sender.counts,
    returned: parts.seen.returned,
    pins: profile.pins,
    signed: profile.auth.mode === "signed",
    close,
    localNow,
    get waiting() {
      return sender.waits.list;
    },
    get interference() {
      return doubtAbout(foreignUrlsIn(parts), recorder.log);
    },
    get sighting() {
      const certain = foreignUrlsIn(parts).find(({ isCertain }) => isCertain);
      return certain && sentenceAbout(certain);
    },
    begin(requirement, options) {
      recorder.log.begin(requirement, options);
    },
    given: (requirement, only) => contextOf(opened.shared, requirement, { record: recorder, only }),
  };
}

/** Requests of another client, as the answers to all merchants show them. */
function foreignUrlsIn({ models }: RunParts): ForeignUrl[] {
  return models.flatMap(({ others }) => others.foreignUrls);
}

/**
 * Why no answer of the current check proves a failure: another client was seen in it, or beyond doubt before.
 * Undefined: there is no reason.
 */
function doubtAbout(urls: readonly ForeignUrl[], { exchanges }: Log): string | undefined {
  const different = new Set(urls.map(({ callbackUrl }) => callbackUrl)).size;
  const isBeyondDoubt = different > 1 || urls.some(({ isCertain }) => isCertain);
  const last = urls.at(-1);
  const isNow = last !== undefined && exchanges.includes(last.shownBy);
  return last !== undefined && (isNow || isBeyondDoubt) ? sentenceAbout(last) : undefined;
}

/** Sends nothing more from the signal on. */
function endingWith(signal: AbortSignal | undefined, sender: Sender): { readonly forget: () => void } {
  const stop = () => void sender.stop();
  if (signal?.aborted === true) stop();
  signal?.addEventListener("abort", stop);
  return { forget: () => signal?.removeEventListener("abort", stop) };
}

/** The way to the target of a profile: its TLS files, its proxy and its time limit. */
async function transportOf(profile: Profile): Promise<Transport> {
  const { baseUrl, limits, target } = profile;
  return undiciTransport({
    baseUrl,
    egress: egressOf(profile),
    timeoutMs: limits.timeoutMs,
    allowH2: target.http2,
    ...(await tlsFiles(profile)),
    ...(target.proxy !== null && { proxy: target.proxy }),
  });
}
