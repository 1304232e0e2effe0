import type { Credentials, Draft, Tamper } from "../draft.ts";
import type { OpenTarget } from "../webhook/open-target.ts";
import { InapplicableError, InconclusiveError, UnrecordedError, Violation } from "../../engine/verdict.ts";
import type { Player } from "./player.ts";
import { isCredential, type TakenExchange } from "./recording.ts";

const NO_JUDGEMENT = [InconclusiveError, UnrecordedError, Violation, InapplicableError] as const;

/**
 * Lets the merchants of a session ask for what no check has asked for, so that they know afterwards what they knew then,
 * and the requirements that are judged on every answer are judged on these too.
 */
export async function hearRest(target: OpenTarget, player: Player, baseUrl: string): Promise<void> {
  let spent: string | undefined;
  for (const exchange of player.leftOver()) {
    const merchant = target.shared.merchants.find(({ name }) => name === exchange.asked.credentials.of);
    if (merchant === undefined || player.isServed(exchange)) continue;
    const tamper: Tamper = (valid) => {
      const credentials = changed(valid, exchange, spent);
      spent = valid.nonce;
      return credentials;
    };
    const draft = draftOf(exchange, baseUrl);
    try {
      await merchant.send(exchange.draft.tampered === true ? { ...draft, tamper } : draft);
    } catch (error) {
      if (!(error instanceof Error) || !NO_JUDGEMENT.some((kind) => error instanceof kind)) throw error;
    }
  }
}

function draftOf({ asked, draft }: TakenExchange, baseUrl: string): Draft {
  const { label, expects, url: callbackUrl, overlaps, once, isAstray } = draft;
  const [path = "", query] = asked.url.slice(baseUrl.length).split(/\?(.*)/s);
  const contentType = asked.headers.find(([name]) => name === "Content-Type")?.[1];
  const headers = asked.headers.filter(([name]) => name !== "Content-Type" && !isCredential(name));
  return {
    label,
    expects,
    method: asked.method,
    path,
    headers,
    ...(query !== undefined && { query }),
    ...(asked.body !== undefined && { body: Buffer.from(asked.body) }),
    ...(contentType !== undefined && { contentType }),
    ...(callbackUrl !== undefined && { url: callbackUrl }),
    ...(asked.lane !== undefined && { lane: asked.lane }),
    ...(overlaps === true && { overlaps }),
    ...(once === true && { once }),
    ...(isAstray === true && { isAstray }),
  };
}

/** Credentials that are wrong in the same way, as far as observations tell ways apart. */
function changed(valid: Credentials, { asked }: TakenExchange, spent: string | undefined): Credentials {
  const { of: _, ...traits } = asked.credentials;
  const entries = Object.entries(traits).map(([name, trait]) => {
    if (trait === "absent") return [name, undefined];
    if (trait === "empty") return [name, ""];
    if (name === "timestamp") return [name, movedBy(trait, valid.timestamp ?? "")];
    if (name === "nonce") return [name, spent ?? valid.nonce];
    const text = name === "apiKey" ? valid.apiKey : valid.signature;
    const other = Array.from(text ?? "")
      .toReversed()
      .join("");
    return [
      name,
      trait.endsWith("shorter") ? other.slice(1) : trait.endsWith("longer") ? `${other}0` : other,
    ];
  });
  return { ...valid, ...Object.fromEntries(entries) };
}

function movedBy(trait: string, timestamp: string): string {
  const seconds = /^(-?\d+) s off$/.exec(trait)?.[1];
  if (seconds === undefined)
    return trait.startsWith("used") ? timestamp : trait.replaceAll("{valid}", timestamp);
  return String(BigInt(timestamp) + BigInt(seconds) * (timestamp.length > 11 ? 1000n : 1n));
}
