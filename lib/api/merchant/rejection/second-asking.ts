import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { type Answer, succeeded } from "../../exchange/answer.ts";
import { configurationIn } from "../configuration.ts";
import { type Draft, isForged, queryDraft, registerDraft } from "../../request/draft.ts";
import { isRepeatable } from "../../request/is-repeatable.ts";
import type { Memory } from "../memory.ts";
import type { DefenceLog, Refused } from "./defence-log.ts";
import { interruptedError, lastingError } from "./rejected-errors.ts";
import { isBan, type RejectionSigns, signOf } from "./rejection-signs.ts";

export interface SecondAskingOptions {
  readonly name: string;
  readonly memory: Memory;
  readonly mayWrite: boolean;
  readonly defences: DefenceLog;
  readonly signs: RejectionSigns;
  /** Sends a request. The memory does not hear the answer. */
  readonly ask: (draft: Draft) => Promise<Answer>;
  readonly freshUrl: () => string;
}

const BRIEFLY_MS = 1_000;
const LEAST_ERROR_STATUS = 400;
/** No cap allows fewer requests of an operation. */
const LEAST_OF_A_CAP = 5;

/**
 * Sends what one merchant sends, and again where a rejected valid request may have met a temporary defence:
 *
 * 1. The same request is accepted at once: the rejection counts, unless something marks it as a limit.
 * 2. It came after wrong credentials, is marked as a limit, or the merchant's plain requests are rejected too: it is
 *    sent again after pauses. Accepted: a defence. Rejected to the end: it counts if plain requests are accepted meanwhile.
 * 3. Anything else counts, and so does a query that is answered as if nothing existed.
 */
export class SecondAsking {
  readonly #options: SecondAskingOptions;
  /** The refused requests since a valid one was accepted. */
  #refused: Refused = "nothing";
  /** The first answer to a query, while the merchant has no configuration: no defence answers like it. */
  #withNothing: string | undefined;

  constructor(options: SecondAskingOptions) {
    this.#options = options;
  }

  /**
   * Sends a request, and lets the merchant's memory hear what counts, in the order in which it came.
   * @throws {InconclusiveError} when the target rejects what it accepted before, and no pause helps
   */
  async send(draft: Draft): Promise<Answer> {
    const { name, ask, defences, signs } = this.#options;
    const isWrong = isForged(draft);
    if (draft.expects.startsWith("refused") && draft.overlaps !== true) await this.#spaceOut(isWrong);
    if (draft.expects === "success") defences.noteValid();
    const kind = this.#kindOf(draft.label);
    const first = await ask(draft);
    if (this.#isRejected(first)) return this.#afterRejection(first, kind);
    const hasAnswered = defences.hasAccepted || this.#withNothing !== undefined;
    if (draft.isAstray !== true && isBan(first)) return hasAnswered ? this.#afterPage(first) : first;
    if (draft.expects !== "success" || succeeded(first)) signs.note(first, { kind, name });
    if (draft.expects === "success" && succeeded(first)) this.#noteAccepted(kind);
    else if (!succeeded(first)) this.#noteRefused(first, isWrong);
    return this.#heard(first);
  }

  #noteRefused(answer: Answer, isWrong: boolean): void {
    if (answer.draft.label === "query" && answer.draft.expects === "open" && answer.envelope !== undefined)
      this.#withNothing ??= signOf(answer);
    if (isWrong) this.#refused = "credentials";
    else if (this.#refused === "nothing") this.#refused = "other";
  }

  /** Where refusals bring a lock-out, a plain query comes between them. */
  async #spaceOut(isWrong: boolean): Promise<void> {
    const { defences, memory } = this.#options;
    const lockOuts = defences.lockOuts(isWrong);
    if (lockOuts > 0 && !(defences.hasAccepted && (lockOuts === 1 || defences.mayOutlastMore)))
      throw new InconclusiveError(
        `Not sent: after ${defences.lockOuts(false) > 0 ? "refusals" : "wrong credentials"} the target rejects valid requests for a while, also when a valid request comes between them. The run has waited ${defences.waited} for that.`,
      );
    if (lockOuts === 0 || this.#refused === "nothing" || !memory.exists) return;
    await this.send(queryDraft());
    this.#refused = "nothing";
  }

  async #afterRejection(first: Answer, kind: string): Promise<Answer> {
    const { ask, signs } = this.#options;
    const { draft } = first;
    if (draft.overlaps === true) {
      if (isBan(first)) return this.#afterPage(first);
      if (signs.isMarked(first)) throw interruptedError(first);
      return this.#heard(first);
    }
    const mayBeTooLate = draft.label === "disable" && !this.#options.memory.claimsSuccess(first);
    if (mayBeTooLate && (await this.#isTooLate(kind))) return this.#heard(first);
    if (draft.label === "query" && signOf(first) === this.#withNothing) return this.#heard(first);
    if (isRepeatable(draft)) {
      const second = await ask(draft);
      if (succeeded(second)) return this.#acceptedAtOnce(first, second, kind);
    } else if (await this.#isLimit(first)) throw interruptedError(first);
    const passed = (await this.#mayPass(first, kind)) ? await this.#outlast(first, kind) : undefined;
    return passed ?? this.#decide(first, kind);
  }

  /** Wrong credentials came before, or something marks a limit or a temporary state. */
  async #mayPass(first: Answer, kind: string): Promise<boolean> {
    const { defences } = this.#options;
    if (this.#refused === "credentials" && defences.knows(kind)) return true;
    if (defences.hasAccepted && defences.timesAccepted(first.draft.label) === 0) return false;
    return this.#mayBeDefence(first) || (defences.hasAccepted && (await this.#isLimit(first)));
  }

  /** Something marks a limit, or a defence has rejected in the same way before. */
  #mayBeDefence(rejected: Answer): boolean {
    const { defences, signs } = this.#options;
    return signs.isMarked(rejected) || defences.hasMet(rejected);
  }

  /** Sends a rejected request again after pauses; undefined: none is made, or none has helped. */
  async #outlast(
    first: Answer,
    kind: string,
    isPatient = this.#options.defences.hasAccepted || this.#options.defences.hasMet(first),
  ): Promise<Answer | undefined> {
    const { defences, ask } = this.#options;
    const { draft } = first;
    const refused = this.#refused;
    const again = isRepeatable(draft) ? draft : queryDraft();
    const isVain = async () => draft.label === "register" && this.#isTwinAccepted();
    const passed = await defences.outlast(kind, { ask: async () => ask(again), isVain, isPatient });
    if (passed === undefined) return undefined;
    const isLimit = await this.#isLimit(first, passed.answer);
    defences.notePassed(first, { ...passed, refused, isLimit });
    this.#heard(passed.answer);
    this.#noteAccepted(kind);
    if (again !== draft) throw interruptedError(first);
    return passed.answer;
  }

  /**
   * The rejection counts if plain requests are accepted meanwhile; one that a cap may have made does not.
   * @throws {InconclusiveError} when they are rejected too, though they were accepted before
   */
  async #decide(first: Answer, kind: string): Promise<Answer> {
    const { defences } = this.#options;
    const { label } = first.draft;
    const beside = await this.#askBeside(first.draft);
    if (this.#isServed(first, beside)) {
      const mayBeCap = this.#mayBeDefence(first) && defences.timesAccepted(label) >= LEAST_OF_A_CAP;
      if (!mayBeCap) return this.#againOrCounts(first, beside);
      const twin = label === "register" ? await this.#acceptedTwin() : undefined;
      if (twin !== undefined) return this.#counts(first, [...beside, twin]);
    }
    for (const answer of beside.filter(succeeded)) this.#heard(answer);
    const isTurnedAway = defences.hasAccepted || this.#isTurnedAway([first, ...beside]);
    const passed = await this.#outlast(first, kind, isTurnedAway);
    if (passed !== undefined) return passed;
    if (!isTurnedAway) return this.#heard(first);
    throw lastingError(first, this.#options);
  }

  /** Whether a plain register is accepted meanwhile: another request is then rejected for what it is. */
  async #isTwinAccepted(): Promise<boolean> {
    const twin = await this.#acceptedTwin();
    if (twin !== undefined) this.#heard(twin);
    return twin !== undefined;
  }

  /** The answer to a plain register, which the memory has not heard; undefined: it is rejected too. */
  async #acceptedTwin(): Promise<Answer | undefined> {
    const { ask, freshUrl } = this.#options;
    const twin = await ask(registerDraft(freshUrl()));
    return succeeded(twin) ? twin : undefined;
  }

  #isServed(first: Answer, beside: readonly Answer[]): boolean {
    const isOther = (answer: Answer) => !this.#options.memory.exists && signOf(answer) !== signOf(first);
    return beside.some(succeeded) || (beside.some(isOther) && !this.#isTurnedAway(beside));
  }

  /** Whether the merchant has no configuration, and queries are answered in another way than its first one. */
  #isTurnedAway(answers: readonly Answer[]): boolean {
    const usual = this.#options.memory.exists ? undefined : this.#withNothing;
    return usual !== undefined && answers.every((answer) => !succeeded(answer) && signOf(answer) !== usual);
  }

  async #acceptedAtOnce(first: Answer, second: Answer, kind: string): Promise<Answer> {
    const { defences } = this.#options;
    /** A rejected disable may have disabled: the second one then says nothing about the first. */
    if (first.draft.label !== "disable") this.#noteAccepted(kind);
    const isLimit = await this.#isLimit(first, second);
    if (isLimit || defences.hasMet(first) || (isBan(first) && defences.mayPass(first))) {
      defences.notePassed(first, { isLimit });
      return this.#heard(second);
    }
    defences.noteNowAndThen();
    return this.#counts({ ...first, acceptedAgain: true }, [second]);
  }

  /** Sends another plain request, beside a query a register and its query. An accepted one shows that nothing locks out. */
  async #askBeside({ label }: Draft): Promise<readonly Answer[]> {
    const { ask, freshUrl, mayWrite } = this.#options;
    if (label !== "query") return [await ask(queryDraft())];
    if (!mayWrite) return [];
    const register = await ask(registerDraft(freshUrl()));
    return succeeded(register) ? [register, await ask(queryDraft())] : [];
  }

  /** A page that answers a request which must be refused may have come from a ban: plain requests show it. */
  async #afterPage(first: Answer): Promise<Answer> {
    const { ask, defences, mayWrite } = this.#options;
    const query = async () => ask(queryDraft(this.#options.memory.exists ? "success" : "open"));
    const beside = await query();
    const mayRegister = mayWrite && defences.hasAccepted && first.draft.overlaps !== true;
    if (!isBan(beside) || (mayRegister && (await this.#isTwinAccepted())))
      return this.#againOrCounts(first, [beside]);
    const refused = this.#refused;
    const passed = await defences.outlast(this.#kindOf("query"), {
      ask: query,
      isOver: (answer) => !isBan(answer),
      isPatient: true,
    });
    if (passed === undefined) throw lastingError(beside, this.#options);
    defences.notePassed(beside, { ...passed, refused });
    defences.noteEnded();
    this.#heard(passed.answer);
    if (succeeded(passed.answer)) this.#refused = "nothing";
    if (first.draft.overlaps === true || !isRepeatable(first.draft)) throw interruptedError(first);
    const again = await ask(first.draft);
    if (isBan(again)) throw interruptedError(again);
    return this.#heard(again);
  }

  /** A page that does not come again after a plain request was served has come from a ban that ended meanwhile. */
  async #againOrCounts(first: Answer, beside: readonly Answer[]): Promise<Answer> {
    const { ask, defences } = this.#options;
    const mayHaveEnded = isBan(first) && isRepeatable(first.draft) && defences.mayPass(first);
    const again = mayHaveEnded ? await ask(first.draft) : first;
    if (isBan(again) || !mayHaveEnded) return this.#counts(first, beside);
    defences.noteEnded();
    for (const answer of beside.filter((one) => !isBan(one))) this.#heard(answer);
    if (beside.some(({ draft }) => draft.label === "register")) throw interruptedError(first);
    return this.#heard(again);
  }

  /** Whether the target may have disabled the configuration by itself before; a rejected disable that is one all the same shows it. */
  async #isTooLate(kind: string): Promise<boolean> {
    const reading = await this.#options.ask(queryDraft());
    const isTooLate =
      configurationIn(reading)?.status === 0 && this.#options.defences.mayBeTooLate(kind, this.#options.name);
    if (isTooLate) this.#heard(reading);
    return isTooLate;
  }

  async #isLimit(rejected: Answer, accepted?: Answer): Promise<boolean> {
    const { signs, ask, defences } = this.#options;
    return signs.isLimit(rejected, {
      accepted,
      ask: async (invalid) => this.#heard(await ask(invalid)),
      pause: async () => defences.pause(BRIEFLY_MS),
    });
  }

  #noteAccepted(kind: string): void {
    this.#options.defences.noteAccepted(kind, this.#options.name);
    this.#refused = "nothing";
  }

  #kindOf(label: string): string {
    const { exists, disabled } = this.#options.memory;
    return `${label}, ${exists ? (disabled ? "disabled" : "configured") : "nothing"}`;
  }

  #counts(first: Answer, others: readonly Answer[]): Answer {
    for (const answer of [first, ...others]) this.#options.memory.hear(answer);
    return first;
  }

  #heard(answer: Answer): Answer {
    this.#options.memory.hear(answer);
    return answer;
  }

  #isRejected(answer: Answer): boolean {
    if (succeeded(answer) || !this.#options.memory.mustSucceed(answer)) return false;
    return answer.envelope !== undefined || answer.wire.status >= LEAST_ERROR_STATUS || isBan(answer);
  }
}
