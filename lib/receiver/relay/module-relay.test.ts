import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../cli/testing/temporary-folder.ts";
import { moduleRelay } from "./module-relay.ts";
import { relayReceiver } from "./relay-receiver.ts";

function moduleOf(source: string): string {
  const file = join(temporaryFolder(), "relay.mjs");
  writeFileSync(file, source);
  return file;
}

const METHODS = `
  async open() { return { url: "https://far.example/r", endsTls: false, now: 1_000, ticks: 5 }; },
  async plan(token) { planned.push(token); },
  async poll(after) {
    if (polls++ === 1) throw Object.assign(new Error("gone"), { name: "ForgottenError" });
    const arrival = { number: 1, at: 1_001, ticks: 6, method: "POST", target: "/r/x", headers: [], body: new Uint8Array(), isCut: false, tls: undefined, answer: { status: 200 } };
    return { arrivals: after === 0 ? [arrival] : [], handshakes: [], more: false, isFull: false };
  },
  async close() {},`;

test("a module makes a relay of one's own", async () => {
  const file = moduleOf(`const planned = []; let polls = 0; export default () => ({ ${METHODS} });`);
  const receiver = await relayReceiver(await moduleRelay(file), {
    acknowledge: undefined,
    echo: undefined,
    now: () => 2_000,
    ticks: () => 0,
    sleep: async () => new Promise((resolve) => setTimeout(resolve, 5)),
  });
  expect(receiver).toMatchObject({ url: "https://far.example/r", endsTls: false });
  await receiver.catchUp();
  await expect.poll(() => receiver.lapses.length).toBe(1);
  expect(receiver.arrivals[0]).toMatchObject({ number: 1, at: 2_001, ticks: 1 });
  await receiver.close();
});

test("a module that makes none, or throws, is named", async () => {
  await expect(moduleRelay(moduleOf("export default () => ({ open() {} });"))).rejects.toThrow(
    /relay\.mjs returned no relay: open, plan, poll and close must be functions/,
  );
  const relay = await moduleRelay(
    moduleOf(
      'const no = () => { throw new Error("quota"); }; export default () => ({ open: no, plan: no, poll: no, close: no });',
    ),
  );
  await expect(relay.open({ acknowledge: undefined, echo: undefined })).rejects.toMatchObject({
    field: "module",
    message: expect.stringMatching(/relay\.mjs failed: Error: quota\.$/),
  });
});
