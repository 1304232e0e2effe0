import type { Profile } from "../../profile/profile-schema.ts";
import { listen } from "../../receiver/listen.ts";
import type { Receiver } from "../../receiver/receiver.ts";
import { UnofferedError } from "../../engine/verdict.ts";

/**
 * Opens the receiver that a profile names.
 * @throws {UnofferedError} when it cannot listen there
 */
export async function openReceiver({ receiver, acknowledge }: Profile["events"]): Promise<Receiver> {
  if (receiver === null) throw new Error("Cannot receive deliveries: the profile has no receiver");
  const { listen: address, publicUrl, tls } = receiver;
  const at = address.lastIndexOf(":");
  const isTerminated = tls === "auto" ? publicUrl !== null : tls === "none";
  try {
    return await listen({
      host: address.slice(0, at),
      port: Number(address.slice(at + 1)),
      tls: isTerminated ? "none" : "generated",
      publicUrl,
      ...(acknowledge !== null && { acknowledge }),
    });
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new UnofferedError(
      "events.receiver.listen",
      `Cannot listen for deliveries on ${address}: ${reason}. Another port, or 0 for a free one, may do.`,
    );
  }
}
