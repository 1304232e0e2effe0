import { expect, test } from "vitest";
import { loadProfile } from "../profile/load/load-profile.ts";
import { eventsSchema } from "../profile/schema/events-schema.ts";
import type { Profile } from "../profile/schema/profile-schema.ts";
import { assertConsent } from "./consent.ts";
import { RefusedError } from "./refused-error.ts";

const { profile } = await loadProfile("reference", {});

function judging(changes: Partial<Profile>): () => void {
  return () => assertConsent({ ...profile, disposable: false, ...changes });
}

test.each(["http://127.0.0.1:4010", "http://localhost:1", "https://[::1]:2", "https://sub.localhost"])(
  "on this machine no consent is needed: %s",
  (baseUrl) => {
    expect(judging({ baseUrl })).not.toThrow();
  },
);

test("elsewhere the refusal says what would be overwritten, what can never be undone, and how to consent", () => {
  const refused = judging({ baseUrl: "https://sandbox.issuer.example" });
  expect(refused).toThrow(RefusedError);
  for (const part of [
    "no consent",
    "configuration of alpha and beta",
    profile.callback.base,
    "the API cannot delete it",
    "does not show whether register enables it again",
    "disposable: true",
    "--disposable",
  ])
    expect(refused).toThrow(part);
  expect(judging({ baseUrl: "https://sandbox.issuer.example", disposable: true })).not.toThrow();
});

test("plain http elsewhere is refused, with consent too", () => {
  const baseUrl = "http://sandbox.issuer.example";
  expect(judging({ baseUrl, disposable: true })).toThrow(/plain http does not encrypt the API keys/);
  const target = { ...profile.target, allowPlainHttp: true };
  expect(judging({ baseUrl, disposable: true, target })).not.toThrow();
});

test("a tool that writes off loopback needs consent too, wherever the base URL lies", () => {
  const write = { tool: "label_card", arguments: {}, shows: "labelled" };
  const mcp = { ...profile.mcp, url: "https://mcp.issuer.example/mcp", write, undo: null };
  const ours = { ...profile, baseUrl: "http://127.0.0.1:1", mcp };
  expect(() => assertConsent({ ...ours, disposable: false })).toThrow("would call the tool label_card");
  expect(() => assertConsent({ ...ours, disposable: true })).not.toThrow();
  expect(() => assertConsent({ ...ours, disposable: false, mcp: { ...mcp, write: null } })).not.toThrow();
});

const at = (url: string) => ({
  events: eventsSchema.parse({ trigger: { url: "/e" }, triggers: { "card.status": [{ url }] } }),
});

test("a trigger elsewhere needs consent too, and its address is shown without what may be a secret", () => {
  const refused = judging({
    baseUrl: "http://127.0.0.1:4010",
    ...at("https://simulator.issuer.example/e?token=secret-of-it"),
  });
  expect(refused).toThrow(
    "Cannot trigger events at https://simulator.issuer.example/…: there is no consent.",
  );
  expect(judging({ baseUrl: "http://127.0.0.1:4010", ...at("http://127.0.0.1:5/e") })).not.toThrow();
});
