import { expect, test } from "vitest";
import { findMutant } from "../../lib/cli/serve/find-mutant.ts";
import { type Journey, judgeByWay } from "./judge-by-way.ts";
import { byProxy, byRelay, byTunnel, type Way } from "./ways.ts";

/** Waited for in vain nowhere, so that a machine under load is no reason. */
const LONG_SECONDS = 20;

async function judged(opening: Promise<Way>, journey: Omit<Journey, "receiver"> = {}) {
  const { receiver, close } = await opening;
  try {
    return await judgeByWay({ ...journey, receiver });
  } finally {
    await close();
  }
}

test.concurrent.for([
  ["a proxy that ends TLS", byProxy],
  ["a tunnel", byTunnel],
  ["a relay", byRelay],
] as const)("deliveries by %s are judged as those that come directly", async ([, open]) => {
  const verdicts = await judged(open(), {
    mutant: findMutant("retries-once-too-often"),
    waitSeconds: LONG_SECONDS,
  });
  expect(verdicts).toEqual({
    "delivery.reaches-callback-url": "passed",
    "delivery.all-at-once": "passed",
    "delivery.none-lost": "passed",
    "delivery.url-forms": "passed",
    "delivery.rewritten-url-forms": "passed",
    "delivery.follows-update": "passed",
    "delivery.own-merchant-only": "passed",
    "delivery.subscribed-only": expect.stringContaining("inapplicable: Every event type"),
    "delivery.retries": "failed",
    "delivery.goes-on-after-failures": "passed",
    "delivery.over-tls": expect.stringContaining("inapplicable: TLS ends before the receiver"),
    "delivery.host": expect.stringContaining("inapplicable: Something stands before the receiver"),
    "delivery.none-when-disabled": "passed",
    "delivery.reveals-nobody-else": "passed",
    "delivery.reveals-no-credential": "passed",
    "delivery.reveals-no-own-key": "passed",
    "delivery.keeps-to-stored-url": "passed",
    "delivery.resumes-when-enabled": "passed",
    "delivery.retries-each-event": "passed",
    "delivery.retries-the-same-event": "passed",
  });
});

test.concurrent.for([
  ["a proxy that ends TLS", byProxy],
  ["a tunnel", byTunnel],
  ["a relay", byRelay],
] as const)("events at the root of the receiver by %s are found", async ([, open]) => {
  const verdicts = await judged(open(), {
    mutant: findMutant("delivers-all-to-the-root"),
    selectors: ["delivery.reaches-callback-url", "delivery.follows-update"],
  });
  expect(verdicts).toEqual({
    "delivery.reaches-callback-url": "failed",
    "delivery.follows-update": "failed",
  });
});

test.concurrent("deliveries that do not come because the tunnel has ended fail no target", async () => {
  const verdicts = await judged(byTunnel(6), {
    waitSeconds: 0.3,
    selectors: ["delivery.reaches-callback-url", "delivery.follows-update"],
  });
  const lost = "inconclusive: The way to the receiver cannot be relied on: ";
  expect(verdicts).toEqual({
    "delivery.reaches-callback-url": `${lost}the tunnel ended with 9. A missing or repeated delivery shows nothing about the target.`,
    "delivery.follows-update": expect.stringContaining(`${lost}our own request to it did not arrive: `),
  });
});
