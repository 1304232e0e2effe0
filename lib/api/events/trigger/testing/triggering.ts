import type { HeaderPair, Transport, WireRequest } from "../../../../http/transport.ts";
import { parseProfile } from "../../../../profile/load/load-profile.ts";
import { senderTo } from "../../../../session/sender-to.ts";
import type { Clock } from "../../../../session/session-setup.ts";
import { TriggerCall } from "../trigger-call.ts";
import { TriggerWays } from "../trigger-ways.ts";

/** Options of the tests of triggers. */
export const WANTED = { merchant: "alpha", eventType: "card.status" };

type Answers = readonly (readonly [status: number, body: string, headers?: readonly HeaderPair[]])[];

/** A trigger with these facts in its profile, and what it sends to the target. */
export function triggering(
  events: string,
  answers: Answers = [],
  { basePath = "", limits = "{}" }: { readonly basePath?: string; readonly limits?: string } = {},
) {
  const sent: string[] = [];
  const times: number[] = [];
  const { profile } = parseProfile(
    `name: t\nbaseUrl: http://127.0.0.1:1${basePath}\nauth: { mode: api-key }\nmerchants: [{ name: alpha, apiKey: key-of-alpha }]\nlimits: ${limits}\nevents: { ${events} }`,
    "/p.yaml",
    {},
  );
  let now = 0;
  const clock: Clock = { now: () => now, sleep: async (ms) => void (now += ms) };
  const transport: Transport = {
    async send({ method, path, headers, body }: WireRequest) {
      const named = headers.map(([name, value]) => `${name}: ${value}`).join(", ");
      sent.push(`${method} ${path} [${named}] ${Buffer.from(body ?? []).toString()}`);
      times.push(now);
      const [status, text, given = []] = answers[sent.length - 1] ?? [200, "{}"];
      return { status, headers: given, body: Buffer.from(text) };
    },
    close: async () => undefined,
  };
  const setup = { profile, depth: "quick", seed: 1, runId: "cc-trigger000" } as const;
  const target = senderTo(setup, transport, clock);
  const opened: string[] = [];
  const open = (origin: string) => {
    opened.push(origin);
    return { sendUnseen: target.sendUnseen.bind(target), close: async () => undefined };
  };
  const trigger = new TriggerCall(profile, {
    ways: new TriggerWays({ baseUrl: profile.baseUrl, target, open }),
    sign: async (merchant, _draft, path) => [["X-Signature", `${merchant} ${path}`]],
    ticks: clock.now,
  });
  return { trigger, sent, times, opened, profile, counts: target.counts };
}
