import { Egress, EgressError, type EgressRules } from "../../../http/egress.ts";
import { TransportFailure } from "../../../http/transport-failure.ts";
import { undiciTransport } from "../../../http/undici-transport.ts";
import { ACKNOWLEDGED, type AnswerStep } from "../../../receiver/answer-plan.ts";
import type { Receiver, UrlForm } from "../../../receiver/receiver.ts";
import { isForHook, isAt, newHook } from "./hook.ts";
import { shownTarget } from "../../exchange/shown-target.ts";

const TIMEOUT_MS = 10_000;
const FAILURE = 500;
/** JSON that changes when a proxy parses and writes it again. */
const BODY = Buffer.from('{"b": 1.0,  "a":"\\u00e9é"}');

/**
 * Sends a request of our own to a receiver, by the address under which others reach it, and compares what arrives.
 * Does not check whether the certificate there is trusted.
 * @param rules where requests may go
 * @param step the answer of the receiver. A failure must reach the sender, and nothing between may send the request again
 * @param form how its URL is written. Default: as usual
 * @returns what became of it, to follow "our own request to it"; undefined: it arrived as it was sent
 */
export async function provePath(
  receiver: Receiver,
  rules: EgressRules,
  { step = ACKNOWLEDGED, form }: { readonly step?: AnswerStep; readonly form?: UrlForm | undefined } = {},
): Promise<string | undefined> {
  const hook = newHook(receiver.url, "path-proof", "ourselves", form && { form });
  const { origin } = new URL(receiver.url);
  const way = undiciTransport({
    baseUrl: origin,
    egress: new Egress(rules),
    timeoutMs: TIMEOUT_MS,
    takesAnyCertificate: true,
  });
  try {
    await receiver.plan(hook.token, [step]);
    const { status } = await way.send({ method: "POST", path: hook.target, headers: [], body: BODY });
    await receiver.catchUp();
    const [arrival, ...others] = receiver.arrivals.filter((one) => isForHook(one, hook));
    if (arrival === undefined) return `was answered HTTP ${status}, but not by the receiver`;
    const answered = `the receiver answered HTTP ${step.status}`;
    if (others.length > 0) return `arrived ${others.length + 1} times, and ${answered}`;
    if (step.status >= FAILURE !== status >= FAILURE) return `was answered HTTP ${status}, but ${answered}`;
    if (!isAt(arrival, hook))
      return `to ${hook.target} arrived at ${shownTarget(arrival.target, [hook.url])}`;
    return BODY.equals(arrival.body) ? undefined : "arrived with another body";
  } catch (error) {
    if (error instanceof TransportFailure) return `did not arrive: ${withoutAdvice(error)}`;
    if (error instanceof EgressError) return `was not sent: ${error.message.replace(/\.$/, "")}`;
    throw error;
  } finally {
    await way.close();
  }
}

/** The failure. The next step names the target. */
function withoutAdvice({ message }: TransportFailure): string {
  return message.replace(/(?<=\(\w+\))\..*$/s, "");
}
