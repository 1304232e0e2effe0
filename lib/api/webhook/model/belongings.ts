import type { Deviation } from "../../../engine/requirement/deviation.ts";
import { type Answer, succeeded } from "../../exchange/answer.ts";
import { credentialDeviation } from "../../exchange/credential-deviation.ts";
import { configurationIn } from "../../merchant/configuration.ts";
import { type Draft, isForged } from "../../request/draft.ts";
import { holdsWord, isTellingId } from "../../exchange/telling-id.ts";
import { isEquivalent } from "../inputs/equivalent-url.ts";
import type { ShownValues } from "./deviations.ts";
import { isRefusal, type Known, type Refusal, stateCircumstances, stepOf, type WrongUrls } from "./known.ts";
import { percentEncoded } from "../../../text/percent-encoded.ts";

/** Where a URL ends in a text, and where another begins. */
const BETWEEN_URLS = /[\s"<>\\]+|(?=https:\/\/)/;
const AROUND_A_URL = /(?<![,;)\]}|])[,;)\]}|]+$/;

/** A value that belongs to one merchant only. */
interface Belonging {
  readonly owner: string;
  readonly what: "callback URL" | "merchantId";
  readonly value: string;
}

/** The callback URLs that each merchant registered in this run, and their merchantIds. */
export class Belongings {
  readonly #runId: string;
  readonly #senders = new Map<string, Set<string>>();
  readonly #owners = new Map<string, string>();
  /** How many URLs each merchant owns. */
  readonly #owned = new Map<string, number>();
  readonly #merchantIds = new Map<string, string>();

  constructor(runId: string) {
    this.#runId = runId;
  }

  /** Learns what the answer to a merchant says of what it has. */
  note(merchant: string, answer: Answer): void {
    const { draft } = answer;
    if (draft.label === "register") this.#registered(merchant, answer);
    const shown =
      draft.label === "query" && draft.expects === "success" ? configurationIn(answer) : undefined;
    if (typeof shown?.merchantId === "string") this.#merchantIds.set(merchant, shown.merchantId);
  }

  /** A request without an answer may have taken effect. */
  loseSightOf(merchant: string, { url }: Draft): void {
    if (url !== undefined) this.#sent(merchant, url);
  }

  /** Whether another merchant has a value that this one does not have. */
  isAmongOthers(merchant: string): boolean {
    return [...this.#owned].some(([owner, count]) => owner !== merchant && count > 0);
  }

  /** Facts about the values that an answer to a merchant shows. */
  valuesIn(merchant: string, answer: Answer): ShownValues & { readonly belonging: string | undefined } {
    const belonging = this.#shownTo(merchant, answer);
    return { belonging, isOthers: belonging !== undefined, wasSent: (url) => this.#senders.has(url) };
  }

  /**
   * Finds a value of another merchant in an answer whose request did not contain it; undefined: no such value.
   * While requests overlap, the owner of a URL is not known yet.
   */
  #shownTo(merchant: string, answer: Answer): string | undefined {
    if (answer.draft.overlaps === true || !this.#knowsOf(merchant)) return undefined;
    const text = textOf(answer.wire.headers, answer.wire.body);
    const shown = [...this.#urlsIn(text, merchant), ...this.#merchantIdsIn(text, merchant)];
    if (shown.length === 0) return undefined;
    const { headers, body, path } = answer.request;
    const sent = textOf([["", path], ...headers], body);
    const first = shown.find(({ value }) => !sent.includes(value) && !sent.includes(percentEncoded(value)));
    return first && `the ${first.what} of merchant ${first.owner}, ${first.value}`;
  }

  #knowsOf(merchant: string): boolean {
    return this.isAmongOthers(merchant) || [...this.#merchantIds.keys()].some((owner) => owner !== merchant);
  }

  #registered(merchant: string, answer: Answer): void {
    const { url } = answer.draft;
    const sent = url === undefined ? this.#candidatesIn(textOf([], answer.request.body)) : [url];
    for (const one of sent) this.#sent(merchant, one);
    const isAlone = url !== undefined && this.#senders.get(url)?.size === 1;
    if (isAlone && succeeded(answer) && !isForged(answer.draft)) this.#own(url, merchant);
  }

  #sent(merchant: string, url: string): void {
    const senders = this.#senders.get(url) ?? new Set();
    this.#senders.set(url, senders.add(merchant));
    if (senders.size > 1) this.#disown(url);
  }

  #own(url: string, merchant: string): void {
    this.#disown(url);
    this.#owners.set(url, merchant);
    this.#owned.set(merchant, (this.#owned.get(merchant) ?? 0) + 1);
  }

  #disown(url: string): void {
    const owner = this.#owners.get(url);
    if (owner === undefined) return;
    this.#owners.delete(url);
    this.#owned.set(owner, (this.#owned.get(owner) ?? 0) - 1);
  }

  #urlsIn(text: string, merchant: string): Belonging[] {
    return [...new Set(this.#candidatesIn(text))].flatMap((value) => {
      const owner = this.#owners.get(value);
      const isOthers = owner !== undefined && owner !== merchant && !this.#isLikeOwnUrl(value, merchant);
      return isOthers ? [{ owner, what: "callback URL" as const, value }] : [];
    });
  }

  /** A URL of one's own that was cut short, or is written in another form, may look like another's. */
  #isLikeOwnUrl(value: string, merchant: string): boolean {
    return [...this.#senders].some(
      ([url, senders]) => senders.has(merchant) && (url.startsWith(value) || isEquivalent(url, value)),
    );
  }

  #candidatesIn(text: string): string[] {
    if (!text.includes(this.#runId)) return [];
    const urls = text
      .split(BETWEEN_URLS)
      .filter((part) => part.startsWith("https://") && part.includes(this.#runId));
    return urls.map((url) => (this.#senders.has(url) ? url : url.replace(AROUND_A_URL, "")));
  }

  #merchantIdsIn(text: string, merchant: string): Belonging[] {
    const own = this.#merchantIds.get(merchant) ?? "";
    return [...this.#merchantIds].flatMap(([owner, value]) =>
      owner !== merchant && !own.includes(value) && isTellingId(value) && holdsWord(text, value)
        ? [{ owner, what: "merchantId" as const, value }]
        : [],
    );
  }
}

/** The callback URLs that only registers have sent which must be refused, of any merchant: none may ever be stored. */
export class RefusedUrls implements WrongUrls {
  readonly #runId: string;
  readonly #refusals = new Map<string, Refusal>();
  /** Of registers with wrong credentials that were accepted. They may be stored for any merchant. */
  readonly #forged = new Map<string, Deviation>();
  /** Sent by a register that was accepted, or whose outcome is unknown. */
  readonly #others = new Set<string>();

  /** @param runId without it a URL is a text that a target may store for another reason */
  constructor(runId: string) {
    this.#runId = runId;
  }

  note(answer: Answer, known: Known): void {
    const { label, url } = answer.draft;
    if (label !== "register" || url?.includes(this.#runId) !== true) return;
    const step = stepOf(answer);
    if (isForged(answer.draft) && succeeded(answer))
      this.#forged.set(url, credentialDeviation(answer, label, stateCircumstances(known)));
    if (!isRefusal(step)) this.leaveOut(url);
    else if (!this.#others.has(url)) this.#refusals.set(url, step);
  }

  /** A register of this URL may have been accepted. */
  leaveOut(url: string): void {
    this.#others.add(url);
    this.#refusals.delete(url);
  }

  forgeryOf(url: string): Deviation | undefined {
    return this.#forged.get(url);
  }

  refusalOf(url: string): Refusal | undefined {
    return this.#refusals.get(url);
  }
}

function textOf(headers: Answer["wire"]["headers"], body: Uint8Array = new Uint8Array()): string {
  const values = headers.map(([, value]) => value);
  const { buffer, byteOffset, byteLength } = body;
  return [...values, Buffer.from(buffer, byteOffset, byteLength).toString("utf8")]
    .join("\n")
    .replaceAll(String.raw`\/`, "/");
}
