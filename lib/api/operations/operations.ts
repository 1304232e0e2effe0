import { InconclusiveError, UnofferedError } from "../../engine/record/verdict.ts";
import {
  bodiesOf,
  isOperationOf,
  isReading,
  type ProfiledOperations as Profiled,
} from "../../profile/schema/operation-schema.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import type { FoldableAnswers, LoggedAnswer } from "../exchange/answer-log.ts";
import type { Draft } from "../request/draft.ts";
import type { JsonObject, JsonValue } from "../json/json.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Moving } from "./lasting-call.ts";
import { type Move, Moves } from "./moves.ts";
import { operationDraft } from "./operation-draft.ts";
import { amissOf } from "./amiss-of.ts";
import { type AnswerMeaning, foldMeanings } from "./answer-meaning.ts";
import { type OperationCoverage, operationCoverage } from "./operation-coverage.ts";
import { recordsIn } from "./records-in.ts";
import { isTelling } from "./shows-the-same.ts";
import { withRecords, NO_WORDS, type SeenWords, type Vocabulary } from "./vocabulary.ts";

/** A valid call that was granted, as far as its answer shows. */
export interface Twin {
  readonly draft: Draft;
  /** Undefined: its status and code alone show that it was granted. */
  readonly data: JsonValue | undefined;
}

/** The operations of a profile that the document only names, and what a run has learned of them. */
export class Operations {
  readonly #profiled: Profiled;
  readonly #moves: Moves;
  /** Reads the status and the code of an answer, as the webhook operations have shown them. */
  readonly meaningOf: (answer: Answer) => AnswerMeaning;
  /** The answer to each valid call that a check has sent, by operation and body: the rules have heard it. */
  readonly #heard = new Map<string, Answer>();
  readonly #looks = new Map<string, readonly Answer[]>();
  readonly #twins = new Map<string, Twin>();
  /** The last answer to a valid call of each. */
  readonly #answered = new Map<string, Answer>();
  /** Those that have answered with an envelope. */
  readonly #served = new Set<string>();
  readonly #strayed = new Set<string>();
  readonly #refusals = new Map<string, readonly Answer[]>();
  /** Those that were asked with an empty body, for observations. */
  readonly #emptied = new Set<string>();
  #vocabulary: Vocabulary;

  /**
   * @param answers those of the webhook operations show how the target accepts and rejects
   * @param moving undefined: nothing is sent that may have an effect for good
   * @param earlier what the transaction records of earlier runs have shown
   */
  constructor(
    profiled: Profiled,
    answers: FoldableAnswers<Pick<LoggedAnswer, "answer">>,
    moving?: Moving,
    earlier?: SeenWords,
  ) {
    this.#profiled = profiled;
    this.#vocabulary = earlier === undefined ? NO_WORDS : { ...earlier, earlier };
    this.meaningOf = foldMeanings(answers);
    this.#moves = new Moves(profiled, moving, this.meaningOf);
  }

  /** Whether an operation has answered with an envelope, granted or not. */
  isServed(operation: string): boolean {
    return this.#served.has(operation);
  }

  /** Whether the answer to a valid call of an operation has shown that it was granted: by its data, or by its status and code. */
  wasGranted(operation: string): boolean {
    const answer = this.#answered.get(operation);
    return this.#twins.has(operation) || (answer !== undefined && this.meaningOf(answer) === "granted");
  }

  /** How far the run came with each operation of section 4.3. */
  get coverage(): readonly OperationCoverage[] {
    return operationCoverage(this.#profiled, {
      isGranted: (operation) => this.#twins.has(operation),
      isAnswered: (operation) => this.#answered.has(operation) || this.#moves.isSent(operation),
      isObserved: (operation) => this.#emptied.has(operation),
    });
  }

  /** The types and statuses that the records of all pages have shown so far. */
  get vocabulary(): Vocabulary {
    return this.#vocabulary;
  }

  /** Those that change nothing, of an area or of one name: `transaction`, `transaction/query`. */
  reading(name?: string): readonly string[] {
    return Object.entries(this.#profiled)
      .filter(([given, one]) => isOf(given, name) && isReading(given, one))
      .map(([given]) => given);
  }

  /** Those to whose effect the profile consents. */
  lasting(name: string): readonly string[] {
    return Object.entries(this.#profiled)
      .filter(([given, one]) => isOf(given, name) && one.mayTakeEffect === true && !isReading(given, one))
      .map(([given]) => given);
  }

  /** Calls an operation that changes things for good, as {@link Moves} does. @throws {BudgetError} when the run may send no more */
  async move(merchant: Merchant, name: string): Promise<Move> {
    return this.#moves.call(merchant, name);
  }

  /** Asks with every body of the profile, once in a run: the rules hear the answers. Never in an observation, which they do not hear. */
  async ask(merchant: Merchant, name: string): Promise<void> {
    for (const operation of this.reading(name)) await this.lastAnswers(merchant, operation);
  }

  /** The answers to every body of the profile, asked for where the rules have heard none yet. Never in an observation. */
  lastAnswers = async (merchant: Merchant, operation: string): Promise<readonly Answer[]> => {
    const answers: Answer[] = [];
    for (const draft of this.#drafts(operation)) {
      const answer = this.#heard.get(keyOf(draft)) ?? (await merchant.send(draft));
      this.#heard.set(keyOf(draft), answer);
      answers.push(answer);
    }
    return answers;
  };

  /** The answers of an operation to calls with wrong credentials. */
  refusals(operation: string): readonly Answer[] {
    return this.#refusals.get(operation) ?? [];
  }

  noteRefusal(operation: string, answer: Answer): void {
    this.#refusals.set(operation, [...this.refusals(operation), answer]);
  }

  /**
   * Asks amiss, once in a run. The rules hear the answers.
   * @param isQuick with a body that is cut off alone; else also for an empty page or an unknown record, and with other bodies
   */
  async askAmiss(merchant: Merchant, name: string, isQuick: boolean): Promise<void> {
    for (const operation of this.reading(name).filter((one) => !this.#strayed.has(one))) {
      this.#strayed.add(operation);
      for (const draft of this.#drafts(operation).slice(0, 1)) {
        const [first, ...others] = amissOf(draft);
        for (const amiss of isQuick ? [first] : [first, ...others])
          if (amiss !== undefined) await merchant.send({ ...amiss, expects: "open" });
      }
    }
  }

  /** The answers to every body of the profile, asked for again. */
  answers = async (merchant: Merchant, operation: string): Promise<readonly Answer[]> => {
    const answers: Answer[] = [];
    for (const draft of this.#drafts(operation)) answers.push(await merchant.send(draft));
    return answers;
  };

  /** A call with an empty body, where the profile says of the path nothing else than the document. */
  withEmptyBody(name: string): Draft {
    this.#emptied.add(name);
    return operationDraft(name, this.#profiled[name] ?? { body: {} }, {}, "open");
  }

  /** The last answer to a valid call of each operation of an area, as far as the run has made one. */
  answered(area: string): readonly Answer[] {
    return [...this.#answered].flatMap(([given, answer]) => (isOf(given, area) ? answer : []));
  }

  /** The same for observations, which share their looks. The second look shows whether the first one is stable. */
  async look(merchant: Merchant, operation: string, look: number): Promise<readonly Answer[]> {
    const key = `${operation} ${look}`;
    const answers = this.#looks.get(key) ?? (await this.answers(merchant, operation));
    this.#looks.set(key, answers);
    return answers;
  }

  /** Whether the answer to a valid call shows data that distinguishes it from a refusal. Sends the call once, never in an observation. */
  async grants(merchant: Merchant, operation: string): Promise<boolean> {
    if (!this.#twins.has(operation) && !this.#answered.has(operation))
      for (const draft of this.#drafts(operation).slice(0, 1)) await this.#tried(merchant, draft);
    return this.#twins.has(operation);
  }

  /**
   * Returns a successful call with the first body of the profile. Sends it if none is known yet.
   * @throws {InconclusiveError} when nothing in its answer distinguishes it from a refusal
   */
  async twin(merchant: Merchant, operation: string): Promise<Twin> {
    const known = this.#twins.get(operation);
    if (known !== undefined) return known;
    const [draft] = this.#drafts(operation);
    if (draft === undefined) throw new Error(`Cannot call ${operation}: the profile does not give it`);
    const answer = this.#heard.get(keyOf(draft)) ?? (await this.#tried(merchant, draft));
    const twin = this.#twins.get(operation);
    if (twin !== undefined) return twin;
    if (this.meaningOf(answer) === "granted") return { draft, data: undefined };
    throw new InconclusiveError(
      `The answer to ${operation} with the body of the profile looks like a refusal: ` +
        `${describeAnswer(answer)}. Correct operations["${operation}"].body.`,
    );
  }

  /** Why the answers of an operation, or of an area, say nothing of records; undefined: none was asked for. @throws {UnofferedError} */
  whyBarren(name: string): string | undefined {
    const [answer] = this.answered(name);
    if (answer === undefined) return this.#moves.unsent.find(([given]) => isOf(given, name))?.[1];
    return withoutRecords(answer, this.meaningOf(answer) === "granted");
  }

  /** Learns from an answer of an operation that the document only names. @returns the transaction records in it */
  note(answer: Answer): readonly JsonObject[] {
    const { draft, envelope } = answer;
    const { label, expects, tamper } = draft;
    if (envelope !== undefined) this.#served.add(label);
    if (expects !== "success" || tamper !== undefined) return [];
    const data = envelope?.["data"];
    if (data !== undefined && isTelling(data) && !this.#twins.has(label))
      this.#twins.set(label, { draft, data });
    const records = this.recordsOf(answer);
    this.#answered.set(label, answer);
    this.#vocabulary = withRecords(this.#vocabulary, records);
    return records;
  }

  /** The transaction records in the answer to a valid call. */
  recordsOf({ draft: { label }, envelope }: Answer): readonly JsonObject[] {
    return label.startsWith("transaction/")
      ? recordsIn(envelope?.["data"], this.#profiled[label]?.records, label === "transaction/detail")
      : [];
  }

  /** Remembers only answers with an envelope, so that a check repeats the call otherwise. */
  async #tried(merchant: Merchant, draft: Draft): Promise<Answer> {
    const answer = await merchant.send(draft);
    if (answer.envelope !== undefined) this.#heard.set(keyOf(draft), answer);
    return answer;
  }

  /** Of operations that change nothing alone: the others go out as {@link Moves} sends them. */
  #drafts(name: string): readonly Draft[] {
    const operation = this.#profiled[name];
    if (operation === undefined || !isReading(name, operation)) return [];
    return bodiesOf(operation).map((body) => operationDraft(name, operation, body));
  }
}

function keyOf({ label, body }: Draft): string {
  return `${label} ${Buffer.from(body ?? "").toString()}`;
}

function isOf(given: string, name: string | undefined): boolean {
  return name === undefined || isOperationOf(name, given);
}

/**
 * Why the answer to a valid call says nothing of records, and what to correct in the profile.
 * @throws {UnofferedError} when the call was granted and its data is empty: the profile lacks a body that finds records
 */
function withoutRecords(answer: Answer, isGranted: boolean): string {
  const operation = answer.draft.label;
  const field = `operations["${operation}"]`;
  const pointer = operation.startsWith("transaction/") ? `, or say in ${field}.records where they stand` : "";
  const why = `The answer of ${operation} holds nothing of what this is about: ${describeAnswer(answer)}. Give ${field} a body that finds records${pointer}.`;
  if (isGranted && !isTelling(answer.envelope?.["data"])) throw new UnofferedError(`${field}.body`, why);
  return why;
}
