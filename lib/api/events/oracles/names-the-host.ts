import { InapplicableError, Violation } from "../../../engine/verdict.ts";
import type { Arrival } from "../../../receiver/arrival.ts";
import type { Deliveries } from "../deliveries.ts";

/**
 * The Host header of each delivery of the run names the host of the receiver.
 * @throws {Violation} when one names another
 * @throws {InapplicableError} when something stands before the receiver, which may change the header
 */
export async function namesTheHost(deliveries: Deliveries): Promise<void> {
  if (!deliveries.isDirect)
    throw new InapplicableError(
      "Something stands before the receiver, so the receiver does not know which host the target named.",
    );
  const { host } = new URL(await deliveries.receiverUrl());
  for (const arrival of deliveries.all) {
    const named = hostIn(arrival);
    if (named === undefined || named === host) continue;
    throw new Violation({
      expected: `the Host header of a delivery to ${deliveries.shown(arrival)} to be ${host}`,
      actual: named,
    });
  }
}

/** The host that a Host header names, in lower case and without the port of HTTPS. undefined: no header. */
function hostIn({ headers }: Arrival): string | undefined {
  const named = headers.find(([name]) => name.toLowerCase() === "host")?.[1];
  return named === undefined ? undefined : (URL.parse(`https://${named}`)?.host ?? named);
}
