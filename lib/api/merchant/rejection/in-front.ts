import type { Answer } from "../../exchange/answer.ts";

/** Statuses with which something in front of a target bans a client. */
const BANS: readonly number[] = [403, 418, 423, 429, 503];
/** Reads files, runs scripts, reaches the service's own machine. */
const SUSPICIOUS = /^(file|javascript|data):|^http:\/\/(127\.|localhost)/i;

/** Whether something in front of the target may have answered, with a page, to ban a client. */
export function isBan({ envelope, wire }: Answer): boolean {
  return envelope === undefined && BANS.includes(wire.status);
}

/** Whether a firewall may have answered: it takes such a callback URL for an attack. */
export function mayBeFirewall({ draft: { expects, url = "" }, wire }: Answer): boolean {
  return expects === "refused input" && wire.status === 403 && SUSPICIOUS.test(url);
}
