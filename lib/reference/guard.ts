import type { Call } from "./call.ts";
import { type CodeLimit, codeLimitOf, LimitCount } from "./code-limit.ts";
import { type Outcome, refusal, refusalReasons } from "./outcome.ts";
import { page } from "./stray-page.ts";

const LOCKED_MS = 20_000;
const BAD_IN_A_ROW = 5;
const WRONG_KEYS = 10;
const REQUESTS_A_SECOND = 30;
/** In an hour. */
const UPDATES_OF_ONE = 60;
const UPDATES_OF_ALL = 40;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const REGISTERS_UNTIL_FAILURE = 15;

/** Memory of a server that defends itself against its callers. */
export class Guard {
  readonly #badInARow = new Map<string, number>();
  readonly #lockedUntil = new Map<string, number>();
  readonly #updatesAt = new Map<string, readonly number[]>();
  #wrongKeys = 0;
  #bannedUntil = 0;
  #second = 0;
  #inThisSecond = 0;
  #tooFastUntil = 0;
  readonly #count = new LimitCount();

  /** The answer to a request that is rejected before it is read; undefined: it is not rejected. */
  async turnAway(call: Call): Promise<Response | undefined> {
    const now = call.now();
    const limit = codeLimitOf(call.choices);
    if (limit !== undefined) return this.#count.isOver(limit, now) ? tooFast(call, limit) : undefined;
    const merchant = callerOf(call);
    switch (call.choices.defence) {
      case "lock-out":
        if ((this.#lockedUntil.get(merchant) ?? 0) <= now) return undefined;
        return call.rules.flow.respond(call, refusal("locked"));
      case "ban":
        return this.#bannedUntil > now ? page(403) : undefined;
      case "throttling-code":
        return this.#isTooFast(now) ? call.rules.flow.respond(call, refusal("too-fast")) : undefined;
      case "firewall":
        return looksLikeAttack(call) ? page(403) : undefined;
      case "cap":
        return this.#isCapped(call, [merchant], UPDATES_OF_ONE) ? capped(call) : undefined;
      case "cap-of-all":
        return this.#isCapped(call, [...this.#updatesAt.keys()], UPDATES_OF_ALL) ? capped(call) : undefined;
      default:
        return undefined;
    }
  }

  /** Takes note of what became of a request that was let in. */
  note(call: Call, outcome: Outcome): void {
    const merchant = callerOf(call);
    const now = call.now();
    if (outcome.refused && refusalReasons[outcome.reason].status === 401) {
      this.#noteBad(merchant, outcome.reason === "unknown-key", now);
      return;
    }
    this.#badInARow.delete(merchant);
    if (outcome.refused || call.operation !== "webhook/register") return;
    const updatesAt = [...(this.#updatesAt.get(merchant) ?? []), now];
    this.#updatesAt.set(merchant, updatesAt);
    const isFailing = updatesAt.length % REGISTERS_UNTIL_FAILURE === 0;
    if (isFailing && call.choices.givesUp === "after-every-fifteenth-register") giveUp(call, merchant);
  }

  #noteBad(merchant: string, isWrongKey: boolean, now: number): void {
    const bad = (this.#badInARow.get(merchant) ?? 0) + 1;
    this.#badInARow.set(merchant, bad % BAD_IN_A_ROW);
    if (bad === BAD_IN_A_ROW) this.#lockedUntil.set(merchant, now + LOCKED_MS);
    if (!isWrongKey) return;
    this.#wrongKeys = (this.#wrongKeys + 1) % WRONG_KEYS;
    if (this.#wrongKeys === 0) this.#bannedUntil = now + LOCKED_MS;
  }

  /** Who is too fast once waits for a second. */
  #isTooFast(now: number): boolean {
    if (now < this.#tooFastUntil) return true;
    const second = Math.floor(now / SECOND_MS);
    this.#inThisSecond = second === this.#second ? this.#inThisSecond + 1 : 1;
    this.#second = second;
    if (this.#inThisSecond <= REQUESTS_A_SECOND) return false;
    this.#tooFastUntil = now + SECOND_MS;
    return true;
  }

  #isCapped(call: Call, merchants: readonly string[], most: number): boolean {
    if (call.operation !== "webhook/register") return false;
    const recent = merchants.flatMap((merchant) => this.#updatesAt.get(merchant) ?? []);
    return recent.filter((at) => at > call.now() - HOUR_MS).length >= most;
  }
}

async function capped(call: Call): Promise<Response> {
  return call.rules.flow.respond(call, refusal("capped"));
}

async function tooFast(call: Call, { retryAfterSeconds }: CodeLimit): Promise<Response> {
  const response = await call.rules.flow.respond(call, refusal("too-fast"));
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

/** Too many deliveries to the merchant have failed. */
function giveUp({ store }: Call, merchant: string): void {
  const configuration = store.configurationOf(merchant);
  if (configuration !== undefined) store.save(merchant, { ...configuration, status: 0 });
}

/** A firewall looks for words in the body, for a URL in the query string, and for headers that name another path. */
function looksLikeAttack({ body, query, headers }: Call): boolean {
  const text = Buffer.from(body).toString("latin1");
  const hasOddBody = /"(file|javascript|data):|"http:\/\/(127\.|localhost)/i.test(text);
  return hasOddBody || /=(?:https?:|https?%3a)/i.test(query) || headers.has("x-original-url");
}

/** The merchant whose key a request carries; all unknown keys count as one caller. */
function callerOf(call: Call): string {
  const { authentication } = call.rules;
  const key = authentication.presentedKey(call);
  return (key === undefined ? undefined : authentication.merchantOfKey(call, key)?.name) ?? "";
}
