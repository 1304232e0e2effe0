import type { Answer } from "../exchange/answer.ts";
import { isWebhookOperation } from "../request/draft.ts";
import { show } from "../json/json-object.ts";
import { isTelling } from "./shows-the-same.ts";

/** What an answer to a call without an API key says; `unclear`: nothing that can be relied on. */
export type KeylessMeaning = "refused" | "granted" | "unclear";

/** Statuses of 400 and above that do not say whether the call was carried out. */
const UNDECIDED_STATUSES: readonly number[] = [408, 425, 429];
const NO_CODES: readonly string[] = [show(undefined), show(null)];

interface Traits {
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
  readonly #refusals: Traits[] = [];

  /** A query says neither by an object alone: a refusal may hold an empty one. */
  note(answer: Answer): void {
    const { draft, envelope } = answer;
    if (!isWebhookOperation(draft) || envelope === undefined) return;
    const traits = traitsOf(answer);
    const isGranted = envelope["data"] === true;
    if (draft.expects === "success" && isGranted) {
      this.#codes.add(traits.code);
      this.#texts.add(traits.text);
    }
    const mayBeGranted = isGranted || (draft.label === "query" && traits.isTelling);
    if (draft.expects.startsWith("refused") && !mayBeGranted) this.#refusals.push(traits);
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
    const isToldByData = telling && !this.#refusals.some((one) => one.isTelling);
    if (isUsedForBoth || NO_CODES.includes(code)) return isToldByData ? "granted" : "unclear";
    return "granted";
  }
}

function traitsOf({ wire, envelope }: Answer): Traits {
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
