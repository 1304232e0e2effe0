import type { Deviation } from "../../../engine/requirement/deviation.ts";
import { type Answer, succeeded } from "../../exchange/answer.ts";
import { credentialDeviation } from "../../exchange/credential-deviation.ts";
import { isForged } from "../../request/draft.ts";
import { isRefusal, type Known, type Refusal, stateCircumstances, stepOf, type WrongUrls } from "./known.ts";

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
