import { Log } from "../../engine/record/log.ts";
import type { RecordedExchange } from "../../engine/requirement/recorded-exchange.ts";
import { utf8Text } from "../json/json.ts";
import type { Arrival } from "../../receiver/arrival.ts";
import { type Answer, readAnswer } from "./answer.ts";
import type { Draft } from "../request/draft.ts";
import { beginningOfHeaders } from "./beginning-of-headers.ts";
import { shownHeaders } from "./shown-headers.ts";
import { shownTarget } from "./shown-target.ts";
import { dueRedactors } from "../credentials/due-credentials.ts";
import { LiteralRedactor, type Redactor } from "../../secrets/redactor.ts";
import { IssuedSecrets } from "../../secrets/issued-secrets.ts";
import type { HeaderPair, WireAnswer } from "../../http/transport.ts";
import type { SignedRequest } from "./signed-request.ts";

const MAX_BODY_BYTES = 64 * 1024;
/** The most characters that all long bodies and headers of a run may add. After that, each long one is cut short. They stay in memory until the reports are written. */
const MAX_LONG_CHARS_OF_A_RUN = 4 * 1024 * 1024;
const SHORT_BODY_BYTES = 1024;
/** The same for the headers of an answer: as many characters as common servers send at most, and after that a part of them. */
const MAX_HEADER_CHARS = 16 * 1024;
const SHORT_HEADER_CHARS = 1024;
const USUAL_HEADERS = 100;
/** Longer than any form of a secret, so that no cut leaves a part of one. */
const MARGIN_CHARS = 8 * 1024;
/** Sentences of a check speak of its last answers. */
const MAX_PASSING = 64;
const MIN_PASSING_CHARS = 8;
const PASSING_CREDENTIALS: ReadonlySet<string> = new Set(["x-api-key", "x-signature"]);

interface TextRedactor extends Pick<Redactor, "text"> {
  headers(pairs: readonly HeaderPair[]): readonly HeaderPair[];
}

/** Takes out the credentials of one request alone. */
interface Passing {
  /** The credentials that would have made it valid. */
  readonly due: readonly LiteralRedactor[];
  /** The credentials that it carried. */
  readonly borne: readonly LiteralRedactor[];
}

/** The sender of arriving requests. */
const TARGET = "the target";
/** The outcome of a request. */
export type ExchangeOutcome = { readonly answer: WireAnswer } | { readonly failure: string };

/**
 * Enters exchanges in the log. First it redacts the credentials of the profile and of the request: the signatures and keys
 * that the request carried, and those that would have made it valid.
 */
export class Recorder {
  readonly #redactor: Redactor;
  readonly #baseUrl: string;
  readonly #now: () => number;
  readonly #issued: IssuedSecrets;
  readonly log = new Log();
  /** Of the last requests. */
  readonly #passing = new Map<SignedRequest, Passing>();
  /** Redactors for texts for people. Undefined: a request has brought more credentials since. */
  #hiding: readonly TextRedactor[] | undefined;
  #longChars = 0;

  /**
   * @param now milliseconds since 1970; by default the clock of this machine
   * @param issued what was issued in the run so far; default: nothing
   */
  constructor(
    redactor: Redactor,
    baseUrl: string,
    now: () => number = Date.now,
    issued: IssuedSecrets = new IssuedSecrets(),
  ) {
    this.#issued = issued;
    this.#redactor = redactor;
    this.#baseUrl = baseUrl;
    this.#now = now;
  }

  /** A recorder of another lane: it hides the same secrets, and its check under way is another one. */
  beside(): Recorder {
    return new Recorder(this.#redactor, this.#baseUrl, this.#now, this.#issued);
  }

  /** The exchanges of the check under way. */
  get exchanges(): readonly RecordedExchange[] {
    return this.log.exchanges;
  }

  /** Hides values that a server has issued: no text holds them from here on. */
  hide(issued: readonly string[]): void {
    this.#issued.add(issued);
  }

  /** A text for people, without credentials. */
  redact(text: string): string {
    this.#hiding ??= this.#with(...this.#passing.values());
    return redactedBy(this.#hiding, text);
  }

  /** An answer that was just recorded, without the credentials of its request alone: to be kept beyond the check. */
  purge(answer: Answer): Answer {
    const found = this.#passing.get(answer.request);
    if (found === undefined) return answer;
    const passing = [...found.due, ...found.borne];
    const { wire } = answer;
    const body = utf8Text(wire.body);
    const [text, headers] = [redactedBy(passing, body), headersBy(passing, wire.headers)];
    const isClean = text === body && headers.every(([, value], index) => value === wire.headers[index]?.[1]);
    return isClean ? answer : readAnswer({ ...answer, wire: { ...wire, headers, body: Buffer.from(text) } });
  }

  /** Keeps one exchange and returns its number. */
  record(
    caller: string,
    draft: Pick<Draft, "label" | "tamper">,
    request: SignedRequest,
    startedAt: number,
    outcome: ExchangeOutcome,
  ): number {
    const index = this.log.next;
    const redactors = this.#with(this.#pass(request));
    const exchange: RecordedExchange = {
      index,
      caller,
      label: draft.label,
      ...(draft.tamper === undefined ? {} : { tampered: true }),
      startedAt: new Date(startedAt).toISOString(),
      durationMs: Math.round(this.#now() - startedAt),
      request: this.#request(redactors, request),
      ...("answer" in outcome
        ? { answer: this.#answer(redactors, outcome.answer) }
        : { failure: redactedBy(redactors, outcome.failure) }),
    };
    this.log.append(exchange);
    const { request: sent, answer } = exchange;
    for (const length of [sent.body?.length ?? 0, answer?.body.length ?? 0, charsOf(answer?.headers ?? [])])
      this.#longChars += Math.max(length - SHORT_BODY_BYTES, 0);
    return index;
  }

  /**
   * Enters a request that the target has sent to us. All of it may hold cardholder data: kept are our own addresses, names,
   * and lengths.
   * @param receiverUrl where it arrived
   * @param own our addresses
   */
  recordArrival(arrival: Arrival, receiverUrl: string, own: readonly string[]): void {
    const redactors = this.#with();
    const { method, target, body, at, answer } = arrival;
    const { status, delayMs = 0, ending } = answer;
    const { origin, host } = new URL(receiverUrl);
    this.log.append({
      index: this.log.next,
      caller: TARGET,
      label: "delivery",
      arrived: true,
      startedAt: new Date(at).toISOString(),
      durationMs: delayMs,
      request: {
        method,
        url: redactedBy(redactors, `${origin}${shownTarget(target, own)}`),
        headers: headersBy(redactors, shownHeaders(arrival, host)),
        body: `[${body.length} bytes]`,
      },
      ...(ending === undefined
        ? { answer: { status, headers: [], body: "" } }
        : { failure: `The receiver gave no whole answer, as planned (${ending}).` }),
    });
  }

  /** Remembers the credentials of a request that are not those of the profile. */
  #pass(request: SignedRequest): Passing {
    const passing = this.#passingOf(request);
    if (passing.due.length + passing.borne.length === 0) return passing;
    this.#passing.set(request, passing);
    this.#hiding = undefined;
    const [oldest] = this.#passing.keys();
    if (oldest !== undefined && this.#passing.size > MAX_PASSING) this.#passing.delete(oldest);
    return passing;
  }

  /** The credentials that were due come first: a part of them may have been sent. */
  #with(...passing: readonly Passing[]): readonly TextRedactor[] {
    if (passing.every(({ due, borne }) => due.length + borne.length === 0))
      return [this.#redactor, this.#issued];
    const [due, borne] = [passing.flatMap((one) => one.due), passing.flatMap((one) => one.borne)];
    return [...due, this.#redactor, ...borne, this.#issued];
  }

  #passingOf({ headers, due, secrets = [] }: SignedRequest): Passing {
    const unknown = headers.filter(
      ([name, value]) =>
        PASSING_CREDENTIALS.has(name.toLowerCase()) &&
        value.length >= MIN_PASSING_CHARS &&
        !this.#redactor.knows(value),
    );
    const borne = [
      ...unknown.map(([, value]) => value),
      ...secrets.filter((one) => !this.#redactor.knows(one)),
    ];
    return {
      due: due === undefined ? [] : dueRedactors(due),
      borne: borne.map((value) => new LiteralRedactor(value)),
    };
  }

  #request(redactors: readonly TextRedactor[], request: SignedRequest): RecordedExchange["request"] {
    return {
      method: request.method,
      url: redactedBy(redactors, `${request.origin ?? this.#baseUrl}${request.path}`),
      headers: headersBy(redactors, request.headers),
      ...(request.body === undefined ? {} : { body: this.#body(redactors, request.body) }),
    };
  }

  #answer(redactors: readonly TextRedactor[], answer: WireAnswer): NonNullable<RecordedExchange["answer"]> {
    const maxChars = this.#isFull ? SHORT_HEADER_CHARS : MAX_HEADER_CHARS;
    return {
      status: answer.status,
      headers:
        answer.headers.length <= USUAL_HEADERS && charsOf(answer.headers) <= maxChars
          ? headersBy(redactors, answer.headers)
          : beginningOfHeaders(answer.headers, maxChars, (pairs) => headersBy(redactors, pairs)),
      body: this.#body(redactors, answer.body),
    };
  }

  get #isFull(): boolean {
    return this.#longChars >= MAX_LONG_CHARS_OF_A_RUN;
  }

  /** Only what is kept is read: a text that was cut out of a longer one would keep all of it in memory. */
  #body(redactors: readonly TextRedactor[], bytes: Uint8Array): string {
    const maxBytes = this.#isFull ? SHORT_BODY_BYTES : MAX_BODY_BYTES;
    const beginning = bytes.subarray(0, maxBytes + MARGIN_CHARS);
    const text = redactedBy(redactors, utf8Text(beginning));
    const isCut = bytes.length > maxBytes;
    return isCut ? `${text.slice(0, Math.min(maxBytes, text.length - MARGIN_CHARS))}… (cut)` : text;
  }
}

function charsOf(headers: readonly HeaderPair[]): number {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
}

function redactedBy(redactors: readonly TextRedactor[], text: string): string {
  return redactors.reduce((shown, redactor) => redactor.text(shown), text);
}

function headersBy(
  redactors: readonly TextRedactor[],
  headers: readonly HeaderPair[],
): readonly HeaderPair[] {
  return redactors.reduce((shown, redactor) => redactor.headers(shown), headers);
}
