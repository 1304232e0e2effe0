import { afterEach, expect, test } from "vitest";
import { listen } from "../../receiver/listen.ts";
import type { Choices } from "../choices.ts";
import { createReference, type Reference } from "../reference.ts";
import { ALPHA, ask, BETA } from "../testing/ask.ts";
import { postByUndici } from "./post-by-undici.ts";

const FIRST = "https://callback.example/first";
const SECOND = "https://callback.example/second";

/** A reference that sends nowhere: what it would send, and when, in its own time. */
function watched(statuses: readonly number[], choices: Partial<Choices> = {}) {
  const sent: string[] = [];
  let now = 0;
  const reference = createReference({
    merchants: [ALPHA, BETA],
    choices,
    clock: () => now,
    sleep: async (ms) => void (now += ms),
    post: async ({ url }) => {
      sent.push(`${now} ${url}`);
      return { status: statuses[sent.length - 1] ?? 200, headers: new Map(), body: "{}" };
    },
  });
  return { reference, sent };
}

async function happens(reference: Reference, eventType = "card.transaction", merchant = "alpha") {
  const body = JSON.stringify({ merchant, eventType });
  const response = await reference.fetch(
    new Request("http://reference.invalid/_events", { method: "POST", body }),
  );
  await new Promise((resolve) => setTimeout(resolve));
  return response.status;
}

const register = async (reference: Reference, callbackUrl: string) =>
  ask(reference, "register", { body: { callbackUrl } });

test("an event goes to the callback URL of the merchant whose it is, while the configuration is enabled", async () => {
  const { reference, sent } = watched([]);
  await register(reference, FIRST);
  expect(await happens(reference)).toBe(202);
  await happens(reference, "card.transaction", "beta");
  await register(reference, SECOND);
  await happens(reference);
  await ask(reference, "disable");
  await happens(reference);
  expect(sent).toEqual([`0 ${FIRST}`, `0 ${SECOND}`]);
});

test("only subscribed event types are delivered, and only the named merchants have events", async () => {
  const { reference, sent } = watched([], { eventTypes: "one" });
  await register(reference, FIRST);
  await happens(reference, "card.status");
  expect(sent).toEqual([]);
  expect(await happens(reference, "card.status", "nobody")).toBe(400);
});

test.for([
  ["until it is accepted", [503, 500], {}, ["0", "20", "40"]],
  ["as often as retryCount says", [503, 503, 503, 503, 503, 503], {}, ["0", "20", "40", "60"]],
  ["after longer and longer pauses", [503, 503], { retryGaps: "doubling-from-50-ms" }, ["0", "50", "150"]],
  ["never after an answer that is final", [404], { clientErrorAnswer: "final" }, ["0"]],
  [
    "three times where retryCount counts",
    [503, 503, 503, 503, 503],
    { retryCount: "counter" },
    ["0", "20", "40", "60"],
  ],
] as const)("a delivery that fails is made again %s", async ([, statuses, choices, times]) => {
  const { reference, sent } = watched(statuses, choices);
  await register(reference, FIRST);
  await happens(reference);
  expect(sent).toEqual(times.map((at) => `${at} ${FIRST}`));
});

test("failed deliveries disable a configuration where that is the choice", async () => {
  const choices = { retryCount: 2_147_483_647, statusAfterFailedDeliveries: 0 } as const;
  const { reference } = watched(
    Array.from({ length: 8 }, () => 503),
    choices,
  );
  await register(reference, FIRST);
  await happens(reference);
  expect((await ask(reference, "query")).data).toMatchObject({ status: 0 });
});

const send = async (url: string) => {
  const delivery = { method: "POST", url, trustedOnly: false, headers: { "x-a": "1" }, body: "{}" };
  return (await postByUndici({ ...delivery, timeoutMs: 10_000 }))?.status;
};

let close: (() => Promise<void>) | undefined;
afterEach(async () => close?.());

test("a delivery goes over the network, path and query as they are written", async () => {
  const receiver = await listen({ host: "127.0.0.1", port: 0, tls: "generated" });
  ({ close } = receiver);
  await receiver.plan("gone", [{ status: 410 }]);
  expect(await send(`${receiver.url}/a/./b%2f;c?q=%20&`)).toBe(200);
  expect(await send(`${receiver.url}/gone`)).toBe(410);
  expect(await send("https://127.0.0.1:1/")).toBeUndefined();
  expect(receiver.arrivals.map(({ target }) => target)).toEqual(["/a/./b%2f;c?q=%20&", "/gone"]);
});
