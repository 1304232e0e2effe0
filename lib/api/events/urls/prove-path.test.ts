import { expect, test } from "vitest";
import { Desk, atDesk } from "../../../receiver/desk.ts";
import { MemoryBudget } from "../../../receiver/memory-budget.ts";
import { provePath } from "./prove-path.ts";

const desk = new Desk({ now: () => 0, ticks: () => 0, budget: new MemoryBudget(1_000) });

test.each(["https://169.254.169.254/s", "https://127.0.0.1:9000/s", "http://relay.example/s"])(
  "what a relay says of its own address leads to no private one: %s",
  async (url) => {
    const rules = { own: ["https://relay.example"], hosts: [new URL(url).host] };
    const facts = { url, endsTls: true, isSelfSigned: false, brokenOff: () => 0, lapses: [] };
    const receiver = {
      ...atDesk(desk, { ...facts, close: async () => undefined }),
      prove: async () => undefined,
    };
    expect(await provePath(receiver, rules)).toMatch(
      /^was not sent: .*(?:where no address of the profile is|by https only)/,
    );
  },
);
