import { type Answer, meaningOf, succeeded } from "../answer.ts";
import { isWebhookOperation } from "../draft.ts";
import { show } from "../finding.ts";
import { isTelling } from "./shows-the-same.ts";

/** What an answer to a call without an API key says; `unclear`: nothing that can be relied on. */
export type KeylessMeaning = "refused" | "granted" | "unclear";

/** Statuses of 400 and above that do not say whether the call was carried out. */
const UNDECIDED_STATUSES: readonly number[] = [408, 425, 429];
const NO_CODES: readonly string[] = [show(undefined), show(null)];

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly text: string;
  readonly isTelling: boolean;
}

/**
 * Learns from the answers of the webhook operations how a target says yes and no, and reads by that the answer to a call
 * that changes things for good. The document does not show what such a call answers, so its `data` alone decides nothing.
 */
export class KeylessAnswers {
  readonly #codes = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #refusals: Refusal[] = [];

  note(answer: Answer): void {
    const { draft, envelope } = answer;
    if (!isWebhookOperation(draft) || envelope === undefined) return;
    const { code, text } = traitsOf(answer);
    if (succeeded(answer)) {
      this.#codes.add(code);
      this.#texts.add(text);
    } else if (draft.expects.startsWith("refused") && meaningOf(answer) === "refused")
      this.#refusals.push(traitsOf(answer));
  }

  meaningOf(answer: Answer): KeylessMeaning {
    const { wire, envelope } = answer;
    const { status, code, text, isTelling: telling } = traitsOf(answer);
    const data = envelope?.["data"];
    const isClientError = status >= 400 && status < 500 && !UNDECIDED_STATUSES.includes(status);
    const hasCodeOfSuccess = envelope !== undefined && this.#codes.has(code);
    const alike = this.#refusals.filter((one) => one.status === status && one.code === code);
    if (data === true && !isSuccess(wire.status)) return "unclear";
    if (isClientError) return hasCodeOfSuccess && telling ? "unclear" : "refused";
    if (!hasCodeOfSuccess) return alike.length > 0 && data !== true ? "refused" : "unclear";
    if (alike.some((one) => one.text === text) && !this.#texts.has(text) && !telling) return "refused";
    if (!isSuccess(status) || data === false) return "unclear";
    const isUsedForBoth = this.#refusals.some((one) => isSuccess(one.status) && one.code === code);
    if (isUsedForBoth || NO_CODES.includes(code))
      return telling && !this.#refusals.some((one) => one.isTelling) ? "granted" : "unclear";
    return "granted";
  }
}

function traitsOf({ wire, envelope }: Answer): Refusal {
  return {
    status: wire.status,
    code: show(envelope?.["code"]),
    text: `${show(envelope?.["msg"])} ${show(envelope?.["message"])}`,
    isTelling: isTelling(envelope?.["data"]),
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
