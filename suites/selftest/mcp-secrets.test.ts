import { expect, test } from "vitest";
import { secretsOf } from "../../lib/profile/load/secrets-of.ts";
import type { Choices } from "../../lib/reference/choices.ts";
import { type Change, judgeMcpService } from "./judge-mcp-service.ts";
import { profiles } from "./judge-target.ts";

const SECRET_MEMBERS = ["access_token", "refresh_token", "code", "code_verifier", "client_secret"] as const;
const MIN_SECRET_CHARS = 8;
/** Our own values that are not secret. */
const MADE_UP = /conformance-/;

test.each<Partial<Choices>>([{ mcpTokenFormat: "opaque" }, { mcpTokenFormat: "jwt" }])(
  "no token, code or verifier is in the evidence of a service that repeats all that it receives (%o)",
  async (choices) => {
    const seen = new Set(secretsOf(profiles["api-key"]).map(({ value }) => value));
    const { text } = await judgeMcpService(repeating(seen), {}, choices);
    const secrets = [...seen].flatMap((value) => [value, ...value.split(".").slice(1)]);
    const told = secrets.filter(
      (value) => value.length >= MIN_SECRET_CHARS && !MADE_UP.test(value) && !challenges.has(value),
    );
    expect(told.length).toBeGreaterThan(30);
    expect(told.filter((value) => text.includes(value))).toEqual([]);
  },
);

/** Also sent instead of verifiers; not secret. */
const challenges = new Set<string>();

/** Repeats the request in each refusal, and collects the secrets that pass. */
function repeating(seen: Set<string>): Change {
  return (answer, { path, headers: given, body = [] }) => {
    const headers = new Map(answer.headers.map(([name, value]) => [name.toLowerCase(), value]));
    if (headers.get("content-type")?.startsWith("text/event-stream") === true) return answer;
    const [sent, text] = [Buffer.from(body).toString(), Buffer.from(answer.body).toString()];
    const challenge = URL.parse(path, "https://mcp.example")?.searchParams.get("code_challenge");
    for (const form of [sent, headers.get("location")?.split("?")[1] ?? ""])
      for (const name of SECRET_MEMBERS)
        for (const value of new URLSearchParams(form).getAll(name)) seen.add(value);
    if (typeof challenge === "string") challenges.add(challenge);
    for (const [, value = ""] of text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) seen.add(value);
    if (answer.status < 400) return answer;
    headers.delete("content-length");
    const repeated = `${text}\n${path}\n${JSON.stringify(given)}\n${sent}`;
    return { ...answer, headers: [...headers], body: Buffer.from(repeated) };
  };
}
