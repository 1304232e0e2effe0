import { readFile } from "node:fs/promises";
import type { EgressRules } from "../http/egress.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { ACKNOWLEDGED } from "../receiver/answer-plan.ts";
import { listen, type ListenOptions } from "../receiver/listen.ts";
import type { Receiver } from "../receiver/receiver.ts";
import { openTunnel, TunnelError } from "../receiver/tunnel.ts";
import { UnofferedError } from "../engine/record/verdict.ts";
import type { Clock } from "./session-setup.ts";
import { provePath } from "../api/events/urls/prove-path.ts";
import { httpRelay } from "../receiver/relay/http-relay.ts";
import { moduleRelay } from "../receiver/relay/module-relay.ts";
import { type RelayDefaults, type Relay, RelayError } from "../receiver/relay/relay.ts";
import { relayReceiver } from "../receiver/relay/relay-receiver.ts";

type Events = Pick<Profile["events"], "receiver" | "acknowledge">;
type ReceiverProfile = NonNullable<Events["receiver"]>;

/** A gateway before the receiver may send a request again that is answered so, or hide the answer. */
const FAILURES = [{ status: 503 }, { status: 502 }, { status: 504 }, { status: 500 }];

/**
 * Opens the receiver that a profile names, and proves the way to its public URL, if it has one.
 * @param runId stands in every callback URL of the run
 * @throws {UnofferedError} when it cannot listen there, or the public URL does not reach the receiver
 */
export async function openReceiver(
  { receiver: named, acknowledge }: Events,
  clock: Clock,
  runId: string,
): Promise<Receiver> {
  if (named === null) throw new Error("Cannot receive deliveries: the profile has no receiver");
  const { relay, tunnel, publicUrl } = named;
  const receiver =
    relay === null
      ? await publicly(await listening(named, acknowledge, runId), named)
      : await openRelay(relay, { acknowledge: acknowledge ?? undefined, echo: named.echo }, clock);
  const isPublic = publicUrl !== null || tunnel !== null || relay !== null;
  if (!isPublic || !named.proof) return receiver;
  const rules = rulesFor(named, receiver);
  const problem = await provePath(receiver, rules);
  if (problem === undefined) return { ...receiver, prove: provingByFailures(receiver, rules) };
  await receiver.close();
  throw new UnofferedError(
    `events.receiver.${relay !== null ? "relay" : tunnel !== null ? "tunnel" : "publicUrl"}`,
    `Cannot receive deliveries at ${receiver.url}: our own request to it ${problem}. Requests must arrive with path, query and body unchanged. If only this machine cannot reach that URL, set events.receiver.proof to false.`,
  );
}

/** Proves the way by answers that fail, each time by another one. */
function provingByFailures(receiver: Receiver, rules: EgressRules): Receiver["prove"] {
  let proofs = 0;
  return async (form) => {
    const step = FAILURES[proofs % FAILURES.length] ?? ACKNOWLEDGED;
    proofs += 1;
    return provePath(receiver, rules, { step, form });
  };
}

/** The relay names this address itself, so it does not count as an address of the user. */
function rulesFor({ relay }: ReceiverProfile, { url }: Receiver): EgressRules {
  const asked = relay?.url ?? null;
  return asked === null ? { own: [url] } : { own: [asked], hosts: [new URL(url).host] };
}

/** @throws {UnofferedError} when its tunnel cannot be opened */
async function publicly(near: Receiver, { tunnel }: ReceiverProfile): Promise<Receiver> {
  if (tunnel === null) return near;
  const { port } = new URL(near.url);
  try {
    const command = tunnel.command.map((word) => word.replaceAll("{port}", port));
    const opened = await openTunnel({ ...tunnel, command });
    const { url, ended } = opened;
    void ended.then((how) => how !== undefined && near.lapses.push(`the tunnel ${how}`));
    const close = async () => {
      await opened.close();
      await near.close();
    };
    return { ...near, url, close };
  } catch (error) {
    await near.close();
    if (error instanceof TunnelError) throw new UnofferedError("events.receiver.tunnel", error.message);
    throw error;
  }
}

async function listening(
  named: ReceiverProfile,
  acknowledge: Events["acknowledge"],
  runId: string,
): Promise<Receiver> {
  const { listen: address, publicUrl, echo } = named;
  const at = address.lastIndexOf(":");
  const tls = await tlsOf(named);
  try {
    return await listen({
      host: address.slice(0, at),
      port: Number(address.slice(at + 1)),
      tls,
      publicUrl,
      own: runId.toLowerCase(),
      echo,
      ...(acknowledge !== null && { acknowledge }),
    });
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (/^ERR_(?:OSSL|SSL)_/.test(reason)) {
      throw new UnofferedError(
        "events.receiver.certificate",
        `Cannot speak https by events.receiver.certificate: ${reason}. Its key, in events.receiver.key, must be a PEM without a passphrase that fits it.`,
      );
    }
    throw new UnofferedError(
      "events.receiver.listen",
      `Cannot listen for deliveries on ${address}: ${reason}. Try another port, or 0 for a free port.`,
    );
  }
}

async function tlsOf(named: ReceiverProfile): Promise<ListenOptions["tls"]> {
  const { certificate, key, publicUrl, tunnel, tls } = named;
  if (certificate !== null && key !== null)
    return { cert: await readFile(certificate, "utf8"), key: await readFile(key, "utf8") };
  if (tls !== "auto") return tls;
  return publicUrl === null && tunnel === null ? "generated" : "none";
}

type RelayProfile = NonNullable<NonNullable<Profile["events"]["receiver"]>["relay"]>;

/**
 * Opens the receiver that a relay elsewhere is.
 * @throws {UnofferedError} when it cannot be used
 */
async function openRelay(
  relay: RelayProfile,
  manners: RelayDefaults,
  { now, sleep, ticks = now }: Clock,
): Promise<Receiver> {
  try {
    return await relayReceiver(await namedRelay(relay), { ...manners, now, ticks, sleep });
  } catch (error) {
    if (!(error instanceof RelayError)) throw error;
    throw new UnofferedError(
      `events.receiver.relay.${error.field}`,
      `Cannot receive deliveries: ${error.message}`,
    );
  }
}

async function namedRelay({ url, token, module }: RelayProfile): Promise<Relay> {
  if (module !== null) return moduleRelay(module);
  if (url !== null && token !== null) return httpRelay({ url, token });
  throw new Error("Cannot open a relay: the profile names none");
}
