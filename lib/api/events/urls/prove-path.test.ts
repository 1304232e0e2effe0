import { expect, test } from "vitest";
import type { Receiver } from "../../../receiver/receiver.ts";
import { provePath } from "./prove-path.ts";

function receiverAt(url: string): Receiver {
  return {
    url,
    endsTls: true,
    isSelfSigned: false,
    brokenOff: 0,
    arrivals: [],
    handshakes: [],
    strays: [],
    isFull: false,
    lapses: [],
    plan: async () => undefined,
    expect: async () => undefined,
    catchUp: async () => undefined,
    prove: async () => undefined,
    close: async () => undefined,
  };
}

test.each(["https://169.254.169.254/s", "https://127.0.0.1:9000/s", "http://relay.example/s"])(
  "what a relay says of its own address leads to no private one: %s",
  async (url) => {
    const rules = { own: ["https://relay.example"], hosts: [new URL(url).host] };
    expect(await provePath(receiverAt(url), rules)).toMatch(
      /^was not sent: .*(?:where no address of the profile is|by https only)/,
    );
  },
);
