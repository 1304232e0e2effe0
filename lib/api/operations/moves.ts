import { BudgetError, InconclusiveError } from "../../engine/record/verdict.ts";
import { isReading, type ProfiledOperations as Profiled } from "../../profile/schema/operation-schema.ts";
import { type Answer, describeAnswer } from "../exchange/answer.ts";
import { type Draft, queryDraft } from "../request/draft.ts";
import { valueAtPointer } from "../json/value-at-pointer.ts";
import { writeJson } from "../json/json.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { AnswerMeaning } from "./answer-meaning.ts";
import { lastingCall, type Moving } from "./lasting-call.ts";
import { operationDraft } from "./operation-draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { UNKNOWN_KEY, WITHOUT_KEY } from "../refusals/wrong-keys.ts";
import { WRONG_SIGNATURE } from "../refusals/wrong-signatures.ts";

/**
 * The outcome of an operation with a lasting effect. `called`: refused to impostors, then called with the right API key.
 * `granted`: granted to an impostor, as its answer or its effect shows. `unsent`: the valid call was not sent, or has no answer.
 */
export type Move =
  | { readonly state: "called" }
  | GrantedMove
  | { readonly state: "unsent"; readonly reason: string };

/** A call of an impostor that was granted. */
interface GrantedMove {
  readonly state: "granted";
  readonly offence: CredentialOffence;
  readonly answer: Answer;
  readonly effect?: string;
}

const NUMBER = /-?\d+(?:\.\d+)?/g;
/** Each call is tried with these first, in this order. */
const IMPOSTORS: readonly CredentialOffence[] = [WITHOUT_KEY, UNKNOWN_KEY];
const IMPOSTORS_OF_SIGNERS: readonly CredentialOffence[] = [...IMPOSTORS, WRONG_SIGNATURE];

/**
 * The only sender of calls that change things for good. Each is sent once in a run, first without an API key, with an
 * unknown one, and with a wrong signature where the target claims to verify it. The valid call follows only where all are
 * clearly refused, so that nothing takes effect twice.
 */
export class Moves {
  readonly #profiled: Profiled;
  readonly #moving: Moving | undefined;
  readonly #meaning: (answer: Answer) => AnswerMeaning;
  readonly #moves = new Map<string, Move>();
  readonly #sent = new Set<string>();

  /** @param moving undefined: nothing is sent. @param meaning what an answer says of its call */
  constructor(profiled: Profiled, moving: Moving | undefined, meaning: (answer: Answer) => AnswerMeaning) {
    this.#meaning = meaning;
    this.#profiled = profiled;
    this.#moving = moving;
  }

  /** Whether a call was sent, with an API key or without. */
  isSent(name: string): boolean {
    return this.#sent.has(name);
  }

  /** The operations whose valid call was not sent or has no answer, each with the reason. */
  get unsent(): readonly (readonly [name: string, reason: string])[] {
    return [...this.#moves].flatMap(([name, move]) =>
      move.state === "unsent" ? [[name, move.reason] as const] : [],
    );
  }

  /** Calls an operation, once in a run, whatever comes of it. @throws {BudgetError} when the run may send no more */
  async call(merchant: Merchant, name: string): Promise<Move> {
    const known = this.#moves.get(name);
    if (known !== undefined) return known;
    this.#moves.set(name, { state: "unsent", reason: `${name} is called once in a run.` });
    try {
      const move = await this.#call(merchant, name);
      this.#moves.set(name, move);
      return move;
    } catch (error) {
      if (!(error instanceof InconclusiveError)) throw error;
      const move: Move = { state: "unsent", reason: error.message };
      this.#moves.set(name, move);
      if (error instanceof BudgetError) throw error;
      return move;
    }
  }

  async #call(merchant: Merchant, name: string): Promise<Move> {
    const shown = await this.#stateShown(merchant, name);
    const draft = await lastingCall(merchant, name, this.#profiled, this.#moving);
    this.#sent.add(name);
    const impostors = this.#moving?.verifiesSignatures === true ? IMPOSTORS_OF_SIGNERS : IMPOSTORS;
    for (const offence of impostors) {
      const granted = await this.#grantedTo(offence, merchant, draft, shown);
      if (granted !== undefined) return granted;
    }
    await this.#awaitEndOfLockOut(merchant);
    await merchant.send(draft);
    return { state: "called" };
  }

  /** @throws {InconclusiveError} when the call may have had its effect, so that it must not be sent again */
  async #grantedTo(
    offence: CredentialOffence,
    merchant: Merchant,
    draft: Draft,
    shown: string | undefined,
  ): Promise<GrantedMove | undefined> {
    const { label: name } = draft;
    const answer = await merchant.send(forged(draft, offence));
    const meaning = await this.#meaningOf(merchant, offence, answer);
    if (meaning === "granted") return { state: "granted", offence, answer };
    const what = `With ${offence.name} ${name} was answered ${describeAnswer(answer)}`;
    if (meaning === "unclear")
      throw new InconclusiveError(
        `${what}. This is not clearly a refusal. The call may have had its effect, so the run does not repeat it.`,
      );
    const now = shown === undefined ? undefined : await this.#look(merchant, name);
    if (shown !== undefined && now !== undefined && hasMovedAmount(shown, now, this.#amountOf(name)))
      return {
        state: "granted",
        offence,
        answer,
        effect: "another operation of its area shows that the amount moved",
      };
    if (shown !== now)
      throw new InconclusiveError(
        `${what}, but another operation of its area now shows other data. The call may have had its effect, so the run does not repeat it.`,
      );
    return undefined;
  }

  /** The impostors may have locked the caller out. The merchant repeats a query until it is accepted. */
  async #awaitEndOfLockOut(merchant: Merchant): Promise<void> {
    await merchant.query();
  }

  /** The amount that a call moves; 0: the profile names none. */
  #amountOf(name: string): number {
    const { body = null, ceiling } = this.#profiled[name] ?? {};
    const amount = ceiling === undefined ? undefined : valueAtPointer(body, ceiling.pointer);
    return typeof amount === "number" ? amount : 0;
  }

  /** Where an answer alone decides nothing, a query of the same impostor shows how this target refuses one. */
  async #meaningOf(merchant: Merchant, offence: CredentialOffence, answer: Answer) {
    const meaning = this.#meaning(answer);
    if (meaning === "refused") return meaning;
    await merchant.send(forged(queryDraft(), offence));
    return this.#meaning(answer);
  }

  /** Reads the state of its area before the call; undefined: two readings differ. */
  async #stateShown(merchant: Merchant, name: string): Promise<string | undefined> {
    const [one, other] = [await this.#look(merchant, name), await this.#look(merchant, name)];
    return one === other ? one : undefined;
  }

  async #look(merchant: Merchant, name: string): Promise<string> {
    const [area = name] = name.split("/");
    const shown: string[] = [];
    for (const [other, operation] of Object.entries(this.#profiled)) {
      if (!isReading(other, operation) || !`${other}/`.startsWith(`${area}/`)) continue;
      const { envelope } = await merchant.send(operationDraft(other, operation));
      shown.push(writeJson(envelope?.["data"] ?? null));
    }
    return shown.join("\n");
  }
}

function forged(draft: Draft, { tamper, expects }: CredentialOffence): Draft {
  return { ...draft, tamper, expects, lane: `impostor-${expects}` };
}

/**
 * Whether what an area shows has changed by exactly an amount: some numbers have grown or shrunk by it, and nothing else
 * differs.
 */
export function hasMovedAmount(before: string, after: string, amount: number): boolean {
  if (amount === 0 || before.replaceAll(NUMBER, "") !== after.replaceAll(NUMBER, "")) return false;
  const [then, now] = [before.match(NUMBER) ?? [], after.match(NUMBER) ?? []];
  const changes = now.map((text, at) => Math.abs(Number(text) - Number(then[at]))).filter((by) => by > 0);
  return changes.length > 0 && changes.every((by) => by === Math.abs(amount));
}
