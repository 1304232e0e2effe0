import type { Profile } from "../../profile/profile-schema.ts";
import { listen } from "../../receiver/listen.ts";
import type { Receiver } from "../../receiver/receiver.ts";
import { UnofferedError } from "../../engine/verdict.ts";
import { provePath } from "./prove-path.ts";

type Events = Pick<Profile["events"], "receiver" | "acknowledge">;

/**
 * Opens the receiver that a profile names, and proves the way to its public URL, if it has one.
 * @throws {UnofferedError} when it cannot listen there, or the way is none
 */
export async function openReceiver({ receiver, acknowledge }: Events): Promise<Receiver> {
  if (receiver === null) throw new Error("Cannot receive deliveries: the profile has no receiver");
  const opened = await listening(receiver, acknowledge);
  const { publicUrl, proof } = receiver;
  const problem = publicUrl === null || !proof ? undefined : await provePath(opened);
  if (problem === undefined) return opened;
  await opened.close();
  throw new UnofferedError(
    "events.receiver.publicUrl",
    `Cannot receive deliveries at ${opened.url}: our own request to it ${problem}. A way that leaves path, query and body alone is needed; where only we cannot go it, events.receiver.proof is false.`,
  );
}

async function listening(
  { listen: address, publicUrl, tls, echo }: NonNullable<Events["receiver"]>,
  acknowledge: Events["acknowledge"],
): Promise<Receiver> {
  const at = address.lastIndexOf(":");
  const isTerminated = tls === "auto" ? publicUrl !== null : tls === "none";
  try {
    return await listen({
      host: address.slice(0, at),
      port: Number(address.slice(at + 1)),
      tls: isTerminated ? "none" : "generated",
      publicUrl,
      echo,
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
