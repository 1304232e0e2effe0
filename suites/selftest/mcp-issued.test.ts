import { expect, test } from "vitest";
import type { WireAnswer } from "../../lib/http/transport.ts";
import { type Change, judgeMcpService } from "./judge-mcp-service.ts";

const TOKENS = /"(?:access|refresh)_token":"([^"]+)"/g;

/** Secrets that the authorization server has issued, in any form. */
class Issued {
  readonly values = new Set<string>();

  of(answer: WireAnswer): void {
    const location = new Map(answer.headers).get("location") ?? new Map(answer.headers).get("Location") ?? "";
    for (const [, token = ""] of textOf(answer).matchAll(TOKENS)) this.values.add(token);
    const code = URL.parse(location)?.searchParams.get("code") ?? "";
    if (code !== "") this.values.add(code);
  }
}

function textOf({ body }: WireAnswer): string {
  return Buffer.from(body).toString();
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

/** `issued-by.test.ts` has the other forms. */
const FORMS: Readonly<Record<string, (answer: WireAnswer) => WireAnswer>> = {
  "as they are": (answer) => answer,
  "in a page that posts them": (answer) =>
    redirectOf(answer) === undefined
      ? answer
      : withBody(
          { ...answer, status: 200, headers: [] },
          "text/html",
          `<form method="post">${[...(redirectOf(answer)?.searchParams ?? [])]
            .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
            .join("")}</form>`,
        ),
  "in the fragment behind a query": (answer) =>
    redirected(answer, (location) => location.replace(/[?]code=([^&]*)&?/, "?x=1#access_token=$1&")),
};

function redirectOf({ headers }: WireAnswer): URL | undefined {
  const location = headers.find(([name]) => name.toLowerCase() === "location")?.[1] ?? "";
  const url = URL.parse(location);
  return url?.searchParams.has("code") === true ? url : undefined;
}

test.each(Object.entries(FORMS))("what is issued %s stands in no evidence and no reason", async (_, form) => {
  const issued = new Issued();
  const run = await judgeMcpService((answer) => {
    issued.of(answer);
    return form(answer);
  });
  expect(issued.values.size).toBeGreaterThan(3);
  expect(run.errored).toEqual([]);
  expect([...issued.values].filter((value) => run.text.includes(value))).toEqual([]);
});

test("what was issued once is hidden in every later answer of the service", async () => {
  const issued = new Issued();
  const echoing: Change = (answer, { path }) => {
    issued.of(answer);
    if (!path.startsWith("/mcp") || answer.status < 400) return answer;
    return withBody(answer, "text/plain", `before ${[...issued.values].join(" ")} after`);
  };
  const run = await judgeMcpService(echoing);
  expect(run.text).toContain("before [redacted]");
  expect([...issued.values].filter((value) => run.text.includes(value))).toEqual([]);
});

test("codes of six digits are hidden where their endpoint shows them, and other numbers stay", async () => {
  const known = new Map<string, string>();
  const short = (code: string) => {
    const given = known.get(code) ?? String(493_817 + known.size);
    known.set(code, given);
    return given;
  };
  const run = await judgeMcpService((answer, { path, body }) => {
    const sent = Buffer.from(body ?? []).toString();
    const [, used = ""] = /[?&]?code=(\d{6})/.exec(sent) ?? [];
    if (path.includes("token") && used !== "")
      return withBody({ ...answer, status: 400 }, "application/json", refusal(used));
    return redirected(answer, (location) =>
      location.replace(/([?&]code=)([^&]*)/, (_, before: string, code: string) => `${before}${short(code)}`),
    );
  });
  expect(known.size).toBeGreaterThan(3);
  expect([...known.values()].filter((code) => run.text.includes(code))).toEqual([]);
  expect(run.text).toContain("401");
});

function refusal(code: string): string {
  return JSON.stringify({
    error: "invalid_grant",
    error_description: `The code ${code} is unknown`,
    hint: code,
  });
}
