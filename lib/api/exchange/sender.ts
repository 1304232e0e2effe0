import { BudgetError, InconclusiveError } from "../../engine/record/verdict.ts";
import { EgressError } from "../../http/egress.ts";
import type { Transmission, Exchanged } from "../../http/exchange.ts";
import { BudgetSpentError, NoAnswerError } from "../../http/send-errors.ts";
import { type SendLayers, buildSendLayers, type SendLayersOptions } from "../../http/send-layers.ts";
import { type HeaderPair, USER_AGENT, type WireAnswer, type WireRequest } from "../../http/transport.ts";
import type { WaitReason } from "../../http/gate.ts";
import type { SignedRequest } from "./signed-request.ts";
import { type Answer, readAnswer } from "./answer.ts";
import type { Authenticator } from "../credentials/authenticator.ts";
import { type Draft, isForged } from "../request/draft.ts";
import type { SendRule } from "./read-only.ts";
import { codeOf, isGatewayFailure, isThrottled, retryAfterMs } from "./infrastructure.ts";
import { isCommonlyBlocked } from "./may-be-gateway.ts";
import { unsentReason } from "./unsent-reason.ts";
import { NoHttpError, UnansweredError } from "./answer-if-any.ts";
import type { Recorder } from "./recorder.ts";

/** How a request outside of this API is sent and shown. */
interface Elsewhere {
  readonly caller: string;
  readonly label: string;
  /** The endpoint, which may have a rate limit of its own. */
  readonly place: string;
  /** It is wrong on purpose. */
  readonly isProbe: boolean;
  /** A server may leave it unanswered for as long as it likes. */
  readonly isUnshown: boolean;
  readonly kept: WireRequest;
  /** The part of an answer that reports may show. */
  readonly shown: (answer: WireAnswer) => WireAnswer;
  /** Secrets of the request, which no output shows. */
  readonly secrets: readonly string[];
  /** Secrets that an answer issues, which no output shows. */
  readonly issuedBy: (answer: WireAnswer) => readonly string[];
}

export interface SenderOptions extends Omit<
  SendLayersOptions,
  "isThrottled" | "forgets" | "askedPauseMs" | "isOfGateway"
> {
  readonly recorder: Recorder;
  /** Path of the base URL, without a slash at its end; it is signed with the rest. */
  readonly basePath: string;
  /** Values of `code` by which the target asks to come back later. */
  readonly throttledCodes?: readonly number[];
  /** Throws for a request that the run may not send. Default: every request may be sent. */
  readonly rule?: SendRule;
  /** Its requests use connections of their own. Default: those of the run. */
  readonly track?: string;
}

/** The part that the senders of all lanes share: the limits of the profile hold for all of them together. */
interface SharedLimits {
  readonly layers: SendLayers;
  /** Values of `code` by which the target asks to come back later, as far as the run has found out. */
  readonly learnedCodes: Set<number>;
}

/** The value of a field (RFC 9110, 5.5). */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Signs what is to be sent, and reads what was answered. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #limits: SharedLimits;
  readonly #layers: SendLayers;
  #sent = 0;

  constructor(options: SenderOptions, limits: SharedLimits = limitsOf(options)) {
    this.#options = options;
    this.#limits = limits;
    this.#layers = limits.layers;
  }

  /** A sender of another lane, within the same limits. */
  beside(track: string): Sender {
    return new Sender({ ...this.#options, recorder: this.recorder.beside(), track }, this.#limits);
  }

  /** Requests of this sender alone. */
  get sent(): number {
    return this.#sent;
  }

  /** Requests of all senders of the run. */
  get counts(): SendLayers["counts"] {
    return this.#layers.counts;
  }

  /** How many of the answers that were sent for were those of a gateway. */
  get ofGateway(): number {
    return this.#layers.ofGateway;
  }

  /** The time that the run has waited so far, by reason. */
  get waits(): SendLayers["waits"] {
    return this.#layers.waits;
  }

  get recorder(): Recorder {
    return this.#options.recorder;
  }

  /** Sends nothing more, and resolves when every request that is under way has been answered, or has failed. */
  async stop(): Promise<void> {
    await this.#layers.stop();
  }

  /** Waits, no longer than the run goes on. @throws {BudgetError} when there is no time for it */
  async wait(ms: number, reason: WaitReason): Promise<void> {
    try {
      await this.#layers.wait(ms, reason);
    } catch (error) {
      throw reasonOf(error);
    }
  }

  /** Waits, until the run is ended at the latest. @throws {InconclusiveError} when it is */
  async pause(ms: number): Promise<void> {
    try {
      await this.#layers.pause(ms);
    } catch (error) {
      throw reasonOf(error);
    }
  }

  /** Takes a value of `code` for one by which the target asks to come back later, from now on. */
  throttleBy(code: number): void {
    this.#limits.learnedCodes.add(code);
  }

  /**
   * @throws {InconclusiveError} when the network, a limit or the budget stands between the request and a judgement.
   * @throws {NoHttpError} when what comes back is, time after time, no HTTP answer.
   */
  async send(caller: string, auth: Authenticator, draft: Draft): Promise<Answer> {
    this.#options.rule?.(draft);
    try {
      const { request, answer, exchange, repeated } = await this.#layers.send({
        label: draft.label,
        by: caller,
        make: async () => this.#request(auth, draft),
        record: (attempt) => this.#record(caller, draft, attempt),
        once: draft.once === true || draft.lasting === true,
        lasting: draft.lasting === true,
        isUnshown: draft.isUnshown === true,
        isProbe: isForged(draft),
        isCommonlyBlocked,
      });
      return readAnswer({ draft, request, wire: answer, exchange, repeated });
    } catch (error) {
      throw reasonOf(error);
    }
  }

  /**
   * Sends what is no request of this API, as it is.
   * @throws {InconclusiveError} as {@link send}
   */
  async sendElsewhere(
    request: WireRequest,
    { caller, label, place, isProbe, isUnshown, kept, shown, secrets, issuedBy }: Elsewhere,
  ): Promise<Pick<Exchanged, "answer" | "exchange" | "repeated">> {
    const { recorder } = this.#options;
    assertSendable(request);
    try {
      return await this.#layers.send({
        label,
        make: async () => request,
        record: ({ outcome, startedAt }) => {
          this.#sent += 1;
          if ("answer" in outcome) recorder.hide(issuedBy(outcome.answer));
          const became = "answer" in outcome ? { answer: shown(outcome.answer) } : failed(outcome.failure);
          return recorder.record(caller, { label }, { ...kept, secrets }, startedAt, became);
        },
        place,
        isProbe,
        isUnshown,
      });
    } catch (error) {
      throw reasonOf(error);
    }
  }

  /**
   * Sends what is neither kept nor judged, within the same limits; never again after a failure of the network.
   * @param label what it is, for example `the trigger of card.status`
   * @param make is called when it may go out, and again where the target asks to come back later
   * @throws {InconclusiveError} as {@link send}, and where it may have been carried out twice
   */
  async sendUnseen(label: string, make: () => Promise<WireRequest>): Promise<WireAnswer> {
    try {
      const record = () => {
        this.#sent += 1;
        return 0;
      };
      const { answer, repeated } = await this.#layers.send({ label, make, record, once: true });
      if (!repeated) return answer;
    } catch (error) {
      throw reasonOf(error);
    }
    throw new InconclusiveError(`${label} may have run more than once: a gateway asked for a retry.`);
  }

  #record(caller: string, draft: Draft, attempt: Transmission): number {
    this.#sent += 1;
    const { request, startedAt, outcome } = attempt;
    const shown = "failure" in outcome ? { failure: outcome.failure.message } : outcome;
    return this.#options.recorder.record(caller, draft, request, startedAt, shown);
  }

  async #request(auth: Authenticator, draft: Draft): Promise<SignedRequest> {
    const path = draft.query === undefined ? draft.path : `${draft.path}?${draft.query}`;
    const { headers, wrong, due } = await auth.credentials(draft, `${this.#options.basePath}${path}`);
    return {
      method: draft.method,
      path,
      headers: [
        ...present("Accept", draft.accept ?? "application/json"),
        ...present("User-Agent", draft.userAgent ?? USER_AGENT),
        ...(draft.contentType === undefined ? [] : [["Content-Type", draft.contentType] as const]),
        ...headers,
        ...(draft.headers ?? []),
      ],
      ...(wrong && { wrong }),
      ...(due === undefined ? {} : { due }),
      ...(draft.body === undefined ? {} : { body: draft.body }),
      ...(draft.withoutLength === true && { withoutLength: true }),
      ...((draft.once === true || draft.lasting === true) && { isOnce: true }),
      ...(draft.lane === undefined ? {} : { lane: draft.lane }),
      ...(this.#options.track !== undefined && { track: this.#options.track }),
    };
  }
}

function limitsOf(options: SenderOptions): SharedLimits {
  const { throttledCodes = [] } = options;
  const learnedCodes = new Set<number>();
  const layers = buildSendLayers({
    ...options,
    isThrottled: (answer) => isThrottled(answer, [...throttledCodes, ...learnedCodes]),
    forgets: (answer) => learnedCodes.delete(Number(codeOf(answer))) && !isThrottled(answer, throttledCodes),
    isOfGateway: isGatewayFailure,
    askedPauseMs: (answer) => retryAfterMs(answer, options.now()),
  });
  return { layers, learnedCodes };
}

function failed({ message }: Error): { readonly failure: string } {
  return { failure: message };
}

/** A word of the target may become a header of the next request. @throws {InconclusiveError} if HTTP cannot carry it */
function assertSendable({ headers }: WireRequest): void {
  const unsendable = headers.find(([, value]) => !HEADER_TEXT.test(value));
  if (unsendable === undefined) return;
  throw new InconclusiveError(
    `The target gave a value for the header ${unsendable[0]} that has characters which no header carries. The request cannot be sent.`,
  );
}

function present(name: string, value: string): HeaderPair[] {
  return value === "" ? [] : [[name, value]];
}

/** The error as a reason why nothing can be judged; any other error is a defect of the suite. */
function reasonOf(error: unknown): unknown {
  if (error instanceof EgressError) return unsentReason(error);
  if (error instanceof BudgetSpentError) return new BudgetError(error.message);
  if (!(error instanceof NoAnswerError)) return error;
  const { message, noHttp, isSilence } = error;
  if (noHttp !== undefined) return new NoHttpError(message, noHttp);
  return isSilence ? new UnansweredError(message) : new InconclusiveError(message);
}
