import type { Answer } from "../../exchange/answer.ts";
import { headerOf } from "../../exchange/infrastructure.ts";
import { isObject, readJson } from "../../json/json.ts";

/** The fault of a request. Each kind is as narrow as one probe, so that a target answers all of it alike. */
export const REFUSAL_KINDS = [
  "no API key",
  "wrong API key",
  "no signature",
  "wrong signature",
  "old timestamp",
  "used nonce",
  "no body",
  "malformed body",
  "array as body",
  "no callback URL",
  "empty callback URL",
  "number as callback URL",
  "word as callback URL",
  "http callback URL",
  "long callback URL",
  "unknown path",
] as const;

export type RefusalKind = (typeof REFUSAL_KINDS)[number];

/** Where the document names no operation. */
export const UNKNOWN_PATH = "/abc/v1/webhook/unknown";

/** The lane of requests that are refused for one thing alone: a forged signature may have a used nonce too. */
export const KINDS_LANE = "kinds";

/** A callback URL that is no URL. */
export const WORD = "not-a-url";

const OLD_MS = 60_000;
const MAX_CHARS = 512;

/** Earlier requests of a caller that a kind depends on. */
export interface Past {
  readonly now: number;
  /** Whether an earlier request carried the same nonce. */
  readonly isUsed: boolean;
  /** How long the caller's signatures are. */
  readonly signatureChars: number;
}

export function refusalKindOf({ draft, request }: Answer, past: Past): RefusalKind | undefined {
  if (draft.path === UNKNOWN_PATH) return "unknown path";
  if (draft.expects === "refused input") return inputKind(draft.body);
  if (draft.label !== "query") return undefined;
  if (draft.expects === "refused key") return keyKind(request);
  return draft.expects === "refused signature" ? signatureKind(request, past, draft.lane) : undefined;
}

function keyKind(request: Answer["request"]): RefusalKind | undefined {
  const key = headerOf(request, "x-api-key");
  if (key === "") return undefined;
  return key === undefined ? "no API key" : "wrong API key";
}

function signatureKind(
  request: Answer["request"],
  { now, isUsed, signatureChars }: Past,
  lane: string | undefined,
): RefusalKind | undefined {
  const [timestamp, nonce, signature] = ["x-timestamp", "x-nonce", "x-signature"].map((name) =>
    headerOf(request, name),
  );
  if (timestamp === undefined || timestamp === "" || nonce === undefined || nonce === "") return undefined;
  if (signature === undefined) return "no signature";
  const sentMs = momentOf(timestamp);
  if (signature === "" || sentMs === undefined) return undefined;
  if (sentMs < now - OLD_MS) return isUsed ? undefined : "old timestamp";
  if (sentMs > now + OLD_MS) return undefined;
  if (isUsed) return lane === KINDS_LANE ? "used nonce" : undefined;
  return signature.length === signatureChars ? "wrong signature" : undefined;
}

/** Seconds and milliseconds since 1970 differ by their size. */
function momentOf(timestamp: string): number | undefined {
  if (!/^\d+$/.test(timestamp)) return undefined;
  return timestamp.length > 11 ? Number(timestamp) : Number(timestamp) * 1000;
}

function inputKind(body: Uint8Array | undefined): RefusalKind | undefined {
  if (body === undefined) return "no body";
  const reading = readJson(body);
  if (!reading.ok) {
    const text = Buffer.from(body).toString();
    return text.startsWith('{"callbackUrl":"https') ? "malformed body" : undefined;
  }
  if (Array.isArray(reading.value)) return reading.value.length === 0 ? "array as body" : undefined;
  if (!isObject(reading.value)) return undefined;
  if (Object.keys(reading.value).length === 0) return "no callback URL";
  return urlKind(reading.value["callbackUrl"]);
}

function urlKind(url: unknown): RefusalKind | undefined {
  if (typeof url === "number") return "number as callback URL";
  if (typeof url !== "string") return undefined;
  if (url === "") return "empty callback URL";
  if (url === WORD) return "word as callback URL";
  if (/^http:\/\/[^?#:]+$/.test(url) && url.length <= MAX_CHARS && !url.includes("https")) {
    return "http callback URL";
  }
  return url.startsWith("https://") && url.length === MAX_CHARS + 1 ? "long callback URL" : undefined;
}
