import { expect, test } from "vitest";
import { openSession } from "../../lib/session/session.ts";
import { catalogue } from "../../lib/cli/catalogue.ts";
import { referenceMcp } from "../../lib/cli/run/embedded-reference.ts";
import { areaOf } from "../../lib/engine/catalogue.ts";
import { secretsOf } from "../../lib/profile/secrets-of.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { createReference, type Reference } from "../../lib/reference/reference.ts";
import { inProcessTransport } from "./in-process-transport.ts";
import { MCP_URL, profiles } from "./judge-target.ts";
import { virtualClock } from "./virtual-clock.ts";

const SECRET_MEMBERS = ["access_token", "refresh_token", "code", "code_verifier", "client_secret"] as const;
const MIN_SECRET_CHARS = 8;
/** Our own values that are not secret. */
const MADE_UP = /conformance-/;

test.each<Partial<Choices>>([{ mcpTokenFormat: "opaque" }, { mcpTokenFormat: "jwt" }])(
  "no token, code or verifier is in the evidence of a service that repeats all that it receives (%o)",
  async (choices) => {
    const known = profiles["api-key"];
    const profile = { ...known, baseUrl: new URL(MCP_URL).origin, mcp: { ...known.mcp, url: MCP_URL } };
    const mcp = referenceMcp(profile);
    const seen = new Set(secretsOf(profile).map(({ value }) => value));
    const reference = createReference({ merchants: profile.merchants, choices, ...(mcp && { mcp }) });
    const session = await openSession({ profile, depth: "quick", seed: 1, runId: "cc-selftest00" }, [], {
      transport: inProcessTransport(repeating(reference, seen)),
      clock: virtualClock(),
    });
    const texts: string[] = [];
    for (const one of catalogue.requirements.filter(({ id }) => catalogue.groups.get(areaOf(id)) === "mcp"))
      texts.push(JSON.stringify(await session.judge(one)));
    await session.close();
    const secrets = [...seen].flatMap((value) => [value, ...value.split(".").slice(1)]);
    const told = secrets.filter(
      (value) => value.length >= MIN_SECRET_CHARS && !MADE_UP.test(value) && !challenges.has(value),
    );
    expect(told.length).toBeGreaterThan(30);
    expect(told.filter((value) => texts.some((text) => text.includes(value)))).toEqual([]);
  },
);

/** Also sent instead of verifiers; not secret. */
const challenges = new Set<string>();

/** A reference whose refusals repeat the request; what passes through it that is secret is collected. */
function repeating(reference: Reference, seen: Set<string>): Reference {
  return {
    ...reference,
    fetch: async (request, arrival) => {
      const sent = await request.clone().text();
      const answer = await reference.fetch(request, arrival);
      if (answer.headers.get("content-type")?.startsWith("text/event-stream") === true) return answer;
      const text = await answer.clone().text();
      const challenge = new URL(request.url).searchParams.get("code_challenge");
      const location = answer.headers.get("location") ?? "";
      for (const form of [sent, location.split("?")[1] ?? ""])
        for (const name of SECRET_MEMBERS)
          for (const value of new URLSearchParams(form).getAll(name)) seen.add(value);
      if (challenge !== null) challenges.add(challenge);
      for (const [, value = ""] of text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) seen.add(value);
      if (answer.status < 400) return answer;
      const headers = new Headers(answer.headers);
      headers.delete("content-length");
      const told = JSON.stringify([...request.headers]);
      return new Response(`${text}\n${request.url}\n${told}\n${sent}`, { status: answer.status, headers });
    },
  };
}
