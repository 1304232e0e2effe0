import { expect, test } from "vitest";
import { UnofferedError } from "../engine/record/verdict.ts";
import { loadProfile } from "../profile/load/load-profile.ts";
import { eventsSchema } from "../profile/schema/events-schema.ts";
import { preferBase } from "./callback-base.ts";
import { CallbackUrls } from "../api/webhook/model/callback-urls.ts";

const { profile } = await loadProfile("reference", {});
const PUBLIC = "https://hooks.issuer.example/in";

async function firstUrl(publicUrl: string | null, receiverUrl: () => Promise<string>): Promise<string> {
  const urls = new CallbackUrls({ ...profile.callback, runId: "cc-0123456789" });
  const events = eventsSchema.parse({ receiver: { publicUrl } });
  await preferBase({ profile: { ...profile, events }, urls, deliveries: { receiverUrl } });
  return urls.fresh();
}

async function noWay(): Promise<never> {
  throw new UnofferedError("events.receiver.publicUrl", "No way.");
}

test("all callback URLs lie below the receiver where it has an ordinary address", async () => {
  expect(await firstUrl(PUBLIC, async () => PUBLIC)).toBe(`${PUBLIC}/run/cc-0123456789/hook/1`);
});

test.each([null, "https://192.0.2.7/in", "https://hooks.issuer.example:8443", "https://localhost"])(
  "no URL is registered at %s before another was refused",
  async (publicUrl) => {
    const url = await firstUrl(publicUrl, async () => publicUrl ?? "https://127.0.0.1:1");
    expect(url).toBe("https://callback.conformance.example/cc-0123456789/hook/1");
  },
);

test("without a way to the receiver, the URLs lie below callback.base", async () => {
  expect(await firstUrl(PUBLIC, noWay)).toMatch(/^https:\/\/callback\.conformance\.example\//);
});
