import { rateLimiter } from "../http/rate-limiter.ts";
import type { Transport } from "../http/transport.ts";
import { politeRate } from "./polite-rate.ts";
import { Recorder } from "../api/exchange/recorder.ts";
import { onlyQueries } from "../api/exchange/read-only.ts";
import { redactorOf } from "./redactor-of.ts";
import { Sender } from "../api/exchange/sender.ts";
import type { Clock, SessionSetup } from "./session-setup.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { IssuedSecrets } from "../secrets/issued-secrets.ts";

/** Secrets that the servers of a service have issued in this process. */
const issued = new WeakMap<object, IssuedSecrets>();

/** Secrets that were issued to the sessions of a run. Every session hides them, also the one that restores the target. */
function issuedSecretsOf({ mcp }: Pick<Profile, "mcp">): IssuedSecrets {
  const known = issued.get(mcp) ?? new IssuedSecrets(publicText(mcp));
  issued.set(mcp, known);
  return known;
}

/** Public values of the service in the profile. */
function publicText({ url, hosts, scopes, client, otherClient, read, write, undo }: Profile["mcp"]): string {
  const clients = [client, otherClient].map((one) => [one?.id, one?.redirectUri, one?.issuer]);
  return JSON.stringify([url, hosts, scopes, clients, read, write, undo]);
}

const MAX_WITHOUT_ANSWER = 3;
const MAX_LOST_MS = { judging: 60_000, restoring: 30_000 };

/** The way to a target, within the limits of its profile. */
export function senderTo(setup: SessionSetup, transport: Transport, clock: Clock): Sender {
  const { profile, tireless, deadlineAt = Number.POSITIVE_INFINITY } = setup;
  const ticks = clock.ticks ?? clock.now;
  return new Sender({
    transport,
    recorder: new Recorder(redactorOf(setup), profile.baseUrl, clock.now, issuedSecretsOf(profile)),
    limiter: rateLimiter({
      requestsPerSecond: politeRate(profile),
      clock: ticks,
      sleep: clock.sleep,
      lastAt: ticks(),
    }),
    basePath: new URL(profile.baseUrl).pathname.replace(/\/$/, ""),
    retries: profile.limits.retries,
    throttledCodes: profile.limits.throttledCodes,
    ...(profile.run.readOnly && { rule: onlyQueries }),
    maxRequests: profile.limits.maxRequests,
    maxWithoutAnswer: tireless === true ? Number.POSITIVE_INFINITY : MAX_WITHOUT_ANSWER,
    maxLostMs: tireless === true ? MAX_LOST_MS.restoring : MAX_LOST_MS.judging,
    deadlineAt,
    sleep: clock.sleep,
    now: clock.now,
  });
}
