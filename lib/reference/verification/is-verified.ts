import { randomInt } from "node:crypto";
import type { Call } from "../call.ts";
import type { Choices } from "../choices.ts";
import type { OutgoingRequest, Reply } from "../delivery/post-by-undici.ts";

/** Numbers of a length that no other text of an answer has by chance. */
const CHALLENGES = [100_000_000_000, 200_000_000_000] as const;
/** A client that registers waits for it. */
const TIMEOUT_MS = 2_000;
const ORIGIN = "events.issuer.example";
const JSON_TYPE = { "content-type": "application/json" };
const CHALLENGE_HEADER = "X-Hook-Challenge";
const RESPONSE_HEADER = "x-hook-response";

/** One way to find out whether the owner of a URL expects notifications. */
interface Form {
  readonly ask: (url: string, challenge: string) => OutgoingRequest;
  readonly isAnswer: (reply: Reply, challenge: string) => boolean;
}

const forms: Readonly<Record<Exclude<Choices["urlVerification"], "none">, Form>> = {
  options: {
    ask: (url) => ({ method: "OPTIONS", url, headers: { "WebHook-Request-Origin": ORIGIN }, body: "" }),
    isAnswer: ({ headers }) => [ORIGIN, "*"].includes(headers.get("webhook-allowed-origin") ?? ""),
  },
  "hub-challenge": {
    ask: (url, challenge) => get(url, `hub.mode=subscribe&hub.challenge=${challenge}`),
    isAnswer: ({ body }, challenge) => body === challenge,
  },
  "get-challenge": {
    ask: (url, challenge) => get(url, `challenge=${challenge}`),
    isAnswer: ({ body }, challenge) => memberIn(body, "challenge") === Number(challenge),
  },
  "post-challenge": {
    ask: (url, challenge) => ({
      method: "POST",
      url,
      headers: { ...JSON_TYPE, [CHALLENGE_HEADER]: challenge },
      body: JSON.stringify({ type: "url_verification", challenge }),
    }),
    isAnswer: ({ body, headers }, challenge) =>
      headers.get(RESPONSE_HEADER) === challenge || String(memberIn(body, "challenge")) === challenge,
  },
  "post-header": {
    ask: (url, challenge) => ({
      method: "POST",
      url,
      headers: { ...JSON_TYPE, [CHALLENGE_HEADER]: challenge },
      body: "{}",
    }),
    isAnswer: ({ body }, challenge) => body === challenge,
  },
};

/** Whether a callback URL answers in the form that the choices name. */
export async function isVerified({ choices, visit }: Call, url: string): Promise<boolean> {
  if (choices.urlVerification === "none") return true;
  const form = forms[choices.urlVerification];
  const challenge = String(randomInt(...CHALLENGES));
  const reply = await visit({ ...form.ask(url, challenge), timeoutMs: TIMEOUT_MS });
  return reply !== undefined && Math.floor(reply.status / 100) === 2 && form.isAnswer(reply, challenge);
}

function get(url: string, parameters: string): OutgoingRequest {
  const address = url.replace(/#.*/s, "");
  const separator = address.includes("?") ? "&" : "?";
  return { method: "GET", url: `${address}${separator}${parameters}`, headers: {}, body: "" };
}

function memberIn(text: string, name: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;
  } catch {
    return undefined;
  }
}
