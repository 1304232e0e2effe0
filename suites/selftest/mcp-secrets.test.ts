import { expect, test } from "vitest";
import type { WireAnswer, WireRequest } from "../../lib/http/transport.ts";
import { secretsOf } from "../../lib/profile/load/secrets-of.ts";
import { judgeMcpService } from "./judge-mcp-service.ts";
import { profiles } from "./judge-target.ts";

const SECRET_MEMBERS = ["access_token", "refresh_token", "code", "code_verifier", "client_secret"] as const;
const TOKENS = /"(?:access|refresh)_token":"([^"]+)"/g;
const MIN_SECRET_CHARS = 6;
const FIRST_SHORT_CODE = 493_817;
/** Our own values that are not secret. */
const MADE_UP = /conformance-/;

type Showing = (answer: WireAnswer, request: WireRequest, seen: ReadonlySet<string>) => WireAnswer;

/** Ways in which a service shows secrets. `issued-by.test.ts` has the other forms. */
const WAYS: Readonly<Record<string, Showing>> = {
  "as they are": (answer) => answer,
  "in a page that posts them": (answer) => {
    const { searchParams = new URLSearchParams() } = URL.parse(locationOf(answer)) ?? {};
    if (!searchParams.has("code")) return answer;
    const fields = [...searchParams].map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    return withBody(
      { ...answer, status: 200, headers: [] },
      "text/html",
      `<form method="post">${fields.join("")}</form>`,
    );
  },
  "in the fragment behind a query": (answer) =>
    redirected(answer, (location) => location.replace(/[?]code=([^&]*)&?/, "?x=1#access_token=$1&")),
  "in each later refusal": (answer, { path }, seen) =>
    path.startsWith("/mcp") && answer.status >= 400
      ? withBody(answer, "text/plain", `before ${[...seen].join(" ")} after`)
      : answer,
  "with the request in each refusal": (answer, { path, headers, body }) =>
    answer.status < 400 || /event-stream/.test(String(answer.headers))
      ? answer
      : {
          ...answer,
          body: Buffer.from([textOf(answer.body), path, JSON.stringify(headers), textOf(body)].join("\n")),
        },
  "as codes of six digits, which their endpoint repeats": sixDigits(),
};

test.for(
  Object.entries(WAYS).flatMap(([way, show]) =>
    (["opaque", "jwt"] as const).map((format) => [way, format, show] as const),
  ),
)("no secret is in the evidence of a service that shows them %s (%s)", async ([, mcpTokenFormat, show]) => {
  const seen = new Set(secretsOf(profiles["api-key"]).map(({ value }) => value));
  const challenges = new Set<string>();
  const { text, errored } = await judgeMcpService(
    (answer, request) => {
      const sent = URL.parse(request.path, "https://mcp.example")?.searchParams.get("code_challenge");
      if (typeof sent === "string") challenges.add(sent);
      collect(seen, answer, request);
      const shown = show(answer, request, seen);
      collect(seen, shown, request);
      return shown;
    },
    {},
    { mcpTokenFormat },
  );
  // Challenges are sent instead of verifiers too, and are not secret.
  const secrets = [...seen]
    .flatMap((value) => [value, ...value.split(".").slice(1)])
    .filter((value) => value.length >= MIN_SECRET_CHARS && !MADE_UP.test(value) && !challenges.has(value));
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((value) => text.includes(value))).toEqual([]);
  expect(errored).toEqual([]);
  expect(text).toMatch(/"status":401.*\[redacted\]/);
});

/** Adds the secrets of a request and of its answer. */
function collect(seen: Set<string>, answer: WireAnswer, { body }: WireRequest): void {
  for (const form of [textOf(body), locationOf(answer).split("?")[1] ?? ""])
    for (const name of SECRET_MEMBERS)
      for (const value of new URLSearchParams(form).getAll(name)) seen.add(value);
  for (const [, value = ""] of textOf(answer.body).matchAll(TOKENS)) seen.add(value);
}

function sixDigits(): Showing {
  const known = new Map<string, string>();
  const short = (code: string) => {
    const given = known.get(code) ?? String(FIRST_SHORT_CODE + known.size);
    known.set(code, given);
    return given;
  };
  return (answer, { path, body }) => {
    const [, used = ""] = /[?&]?code=(\d{6})/.exec(textOf(body)) ?? [];
    if (!path.includes("token") || used === "")
      return redirected(answer, (location) => location.replace(/(?<=[?&]code=)[^&]*/, (code) => short(code)));
    const refusal = { error: "invalid_grant", error_description: `The code ${used} is unknown`, hint: used };
    return withBody({ ...answer, status: 400 }, "application/json", JSON.stringify(refusal));
  };
}

function textOf(body: ArrayLike<number> = []): string {
  return Buffer.from(body).toString();
}

function locationOf({ headers }: WireAnswer): string {
  return headers.find(([name]) => name.toLowerCase() === "location")?.[1] ?? "";
}

function withBody(answer: WireAnswer, type: string, text: string): WireAnswer {
  const headers = answer.headers.filter(([name]) => !/^content-(?:type|length)$/i.test(name));
  return { ...answer, headers: [...headers, ["Content-Type", type]], body: Buffer.from(text) };
}

function redirected(answer: WireAnswer, change: (location: string) => string): WireAnswer {
  const headers = answer.headers.map(([name, value]) =>
    name.toLowerCase() === "location" ? ([name, change(value)] as const) : ([name, value] as const),
  );
  return { ...answer, headers };
}
