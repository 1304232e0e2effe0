import { changing } from "../../../lib/reference/changes.ts";
import { axes } from "../../../lib/reference/choices.ts";
import type { OutgoingRequest, Post } from "../../../lib/reference/delivery/post-by-undici.ts";
import { mutant } from "../../../lib/reference/mutant.ts";
import { PAYLOADS } from "../greatest-forms.ts";
import { EVENTS } from "../judge-deliveries.ts";
import type { World } from "./world.ts";

const forms = axes.urlVerification.filter((form) => form !== "none");
const modeOf = (index: number) => (index % 2 === 0 ? "api-key" : "signed");

/** Breaks each fifth connection within the body of its request, and the client sends that one again. */
const CUTS = {
  name: "a target whose connections break at times within a body",
  onTheWay: everyFifth(async (post, delivery) => {
    const half = delivery.body.slice(0, delivery.body.length / 2);
    const headers = { ...delivery.headers, "content-length": String(delivery.body.length) };
    await post({ ...delivery, headers, body: half });
    return post(delivery);
  }),
};
/** Loses each fifth answer, and the client sends that request again. */
const LOSES_ANSWERS = {
  name: "a target that repeats a delivery whose answer was lost",
  onTheWay: everyFifth(async (post, delivery) => {
    await post(delivery);
    return post(delivery);
  }),
};
/** As many HTTP clients do, once, where no answer came. */
const REPEATS = {
  name: "a target whose HTTP client repeats a request without an answer",
  onTheWay:
    (post: Post): Post =>
    async (delivery) =>
      (await post(delivery)) ?? post(delivery),
};

function everyFifth(
  deliver: (post: Post, delivery: OutgoingRequest) => ReturnType<Post>,
): (post: Post) => Post {
  return (post) => {
    let sent = 0;
    return async (delivery) => ((sent += 1) % 5 === 0 ? deliver(post, delivery) : post(delivery));
  };
}

/** Senders that take longer than the run waits: for each event, or until they send those that they have collected. */
const slowSenders: readonly (readonly [string, (now: number) => number])[] = [
  ["that takes 18 s for each delivery", () => 18_000],
  ["that collects events, and sends them each half minute", (now) => 30_000 - (now % 30_000)],
];

/** Replaces the first deliveries by so many of the greatest size. */
function growing(copies: number, most: number): (post: Post) => Post {
  return (post) => {
    let sent = 0;
    return async (delivery) => {
      for (let copy = 1; copy < copies && sent < most; copy += 1) await post(grown(delivery));
      return post(sent < most ? grown(delivery) : delivery);
    };
    function grown(delivery: OutgoingRequest): OutgoingRequest {
      return { ...delivery, body: PAYLOADS[(sent += 1) % PAYLOADS.length] ?? "" };
    }
  };
}

export const ofDeliveries: readonly World[] = [
  ...["delivers-nothing-after-the-first-update", "delivers-nothing-after-the-first-disable"].map(
    (name): World => ({
      name: `a target that ${name}, in a run of everything`,
      mutant: name,
      facts: { events: EVENTS },
      expected: { failedToo: ["delivery.reaches-callback-url"] },
    }),
  ),
  ...forms.map((urlVerification, index): World => ({
    name: `a target that verifies URLs by ${urlVerification}, with a receiver`,
    mode: modeOf(index),
    choices: { urlVerification },
    facts: { events: EVENTS },
    expected: { cause: undefined, warned: [], inconclusive: [], passed: ["delivery.reaches-callback-url"] },
  })),
  ...forms.map((urlVerification, index): World => ({
    name: `a target that verifies URLs by ${urlVerification}, without a receiver`,
    mode: modeOf(index),
    choices: { urlVerification },
    selectors: ["versioning"],
    expected: { cause: "callback-base-refused" },
  })),
  ...(["none", "post-challenge"] as const).map((urlVerification): World => ({
    name: `payloads like a verification, of a target that verifies URLs by ${urlVerification}`,
    choices: { eventTypes: "one", deliveryPayload: "challenge", urlVerification },
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: { warned: [], inconclusive: [], passed: ["delivery.reaches-callback-url"] },
  })),
  {
    name: "a target that enables a disabled webhook by another URL only",
    mutant: mutant(
      "keeps-a-disabled-webhook-at-its-url",
      "delivery.keeps-to-stored-url",
      changing("register.update", (updated, _call, { callbackUrl, status }, url) =>
        status === 0 && callbackUrl === url ? { ...updated, status } : updated,
      ),
    ),
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: { warned: [], inconclusive: [], passed: ["delivery.keeps-to-stored-url"] },
  },
  {
    name: "a target that delivers each event twice, and retries both",
    mutant: mutant(
      "delivers-each-event-twice",
      "delivery.retries",
      changing("delivery.recipients", (usual) => [...usual, ...usual]),
    ),
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: { warned: [], inconclusive: [], passed: ["delivery.retries"] },
  },
  ...[CUTS, LOSES_ANSWERS, REPEATS].map(({ name, onTheWay }): World => ({
    name,
    onTheWay,
    depth: "standard",
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: { warned: [], inconclusive: [], passed: ["delivery.reaches-callback-url", "delivery.retries"] },
  })),
  ...(["late-ping", "bare-ping"] as const).map((deliveryAtRegister): World => ({
    name: `a target that greets URLs by a ${deliveryAtRegister}, after events that fail`,
    choices: { deliveryAtRegister },
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: {
      warned: [],
      inconclusive: [],
      passed: ["delivery.retries", "delivery.retries-the-same-event"],
    },
  })),
  ...(
    [
      ["some", 1, 15],
      ["more than the receiver keeps", 6, 80],
    ] as const
  ).map(([count, copies, most]): World => ({
    name: `deliveries of the greatest size, ${count}`,
    onTheWay: growing(copies, most),
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: { failedToo: [] },
  })),
  ...slowSenders.map(([what, delayMs]): World => ({
    name: `a sender ${what}`,
    onTheWay:
      (post, { sleep, now }) =>
      async (delivery) => {
        await sleep(delayMs(now()));
        return post(delivery);
      },
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: { inconclusiveToo: ["delivery.reaches-callback-url"] },
  })),
  {
    name: "a target that greets URLs, and a stranger who sends events to the root",
    choices: { deliveryAtRegister: "ping" },
    onTheWay: (post, { sleep }) => {
      let isBegun = false;
      const strange = async (delivery: OutgoingRequest) => {
        isBegun = true;
        for (let sent = 0; sent < 400; sent += 1) {
          const body = '{"type":"card.transaction"}';
          await post({ ...delivery, url: "https://hooks.conformance.example/", body });
          await sleep(250);
        }
      };
      return async (delivery) => {
        if (!isBegun) void strange(delivery);
        return post(delivery);
      };
    },
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: { inconclusiveToo: ["delivery.none-when-disabled"] },
  },
  {
    name: "a target that delivers nothing, and the noise of a stranger",
    onTheWay: (post) => async (delivery) => {
      await post({ ...delivery, url: "https://hooks.conformance.example/wp-login.php" });
      return undefined;
    },
    choices: { eventTypes: "one" },
    selectors: ["delivery"],
    facts: { events: EVENTS },
    expected: { inconclusiveToo: ["delivery.reaches-callback-url"] },
  },
];
