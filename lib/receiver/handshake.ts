import type { AnswerStep } from "./answer-plan.ts";
import type { Received } from "./arrival.ts";

const CHALLENGE = /challenge/i;
const MAX_CHALLENGE_CHARS = 1024;
const PROBES = ["GET", "HEAD", "OPTIONS"];

/**
 * The answer to a request by which a service verifies a callback URL: what it challenges with goes back wherever one of
 * the known forms looks for it. Undefined: it is no handshake.
 *
 * Known are: OPTIONS with `WebHook-Request-Origin`, answered in headers; GET with a challenge in the query, answered as
 * text, or as JSON; POST with a challenge in a header, in a member of its JSON, or in both, answered likewise.
 */
export function handshake(request: Received): AnswerStep | undefined {
  if (request.method === "OPTIONS") return allowing(request);
  const inQuery = challengeInQuery(request.target);
  if (inQuery !== undefined) return echoing(inQuery.name, inQuery.value, isPlain(inQuery.name));
  const inHeader = request.headers.find(([name]) => CHALLENGE.test(name));
  const inBody = challengeInBody(request.body);
  const found = inBody ?? (inHeader && { name: "challenge", value: inHeader[1] });
  if (found !== undefined) {
    const answer = echoing(found.name, found.value, inBody === undefined);
    return inHeader === undefined ? answer : withHeaders(answer, inHeader);
  }
  return PROBES.includes(request.method) ? { status: 200 } : undefined;
}

function allowing({ headers }: Received): AnswerStep {
  const origin = headers.find(([name]) => name.toLowerCase() === "webhook-request-origin")?.[1];
  return {
    status: 200,
    headers: {
      allow: "POST, OPTIONS",
      ...(origin !== undefined && { "webhook-allowed-origin": origin, "webhook-allowed-rate": "*" }),
    },
  };
}

/** `hub.challenge` goes back as text; others as the JSON member that they came as. */
function isPlain(name: string): boolean {
  return name.startsWith("hub.");
}

function echoing(name: string, value: string, plain: boolean): AnswerStep {
  if (plain) return { status: 200, headers: { "content-type": "text/plain" }, body: value };
  const shown = /^(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
  return {
    status: 200,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ [name]: shown }),
  };
}

function withHeaders(answer: AnswerStep, [name, value]: readonly [string, string]): AnswerStep {
  const response = name.replace(CHALLENGE, (word) => (/^[A-Z]/.test(word) ? "Response" : "response"));
  return { ...answer, headers: { ...answer.headers, [name]: value, [response]: value } };
}

function challengeInQuery(target: string): { name: string; value: string } | undefined {
  const start = target.indexOf("?");
  if (start === -1) return undefined;
  for (const [name, value] of new URLSearchParams(target.slice(start))) {
    if (CHALLENGE.test(name) && value.length <= MAX_CHALLENGE_CHARS) return { name, value };
  }
  return undefined;
}

function challengeInBody(body: Uint8Array): { name: string; value: string } | undefined {
  if (body.length === 0 || body.length > MAX_CHALLENGE_CHARS) return undefined;
  const members = membersOf(Buffer.from(body).toString("utf8"));
  const found = members.find(([name]) => CHALLENGE.test(name));
  if (found === undefined) return undefined;
  const [name, value] = found;
  return typeof value === "string" || typeof value === "number" ? { name, value: String(value) } : undefined;
}

function membersOf(text: string): [string, unknown][] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? Object.entries(value) : [];
  } catch {
    return [];
  }
}
