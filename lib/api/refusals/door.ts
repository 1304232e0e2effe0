import type { Answer } from "../exchange/answer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Draft } from "../request/draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import type { Attempt, AttemptResult } from "./attempt.ts";

/** An operation that a merchant can ask for: the valid request, and what an answer shows. */
export interface Door {
  readonly name: string;
  readonly merchant: Merchant;
  /** Builds the twin of an attempt. @throws {InconclusiveError} when the target does not grant it */
  readonly request: () => Promise<Draft>;
  readonly resultOf: (answer: Answer) => AttemptResult | Promise<AttemptResult>;
}

/** Builds an attempt with wrong credentials at a door. @param kind names the offence for all merchants */
export function attemptAt(
  { name: door, merchant, request, resultOf }: Door,
  { name, tamper, expects, lane = `impostor-${expects}`, once = false }: CredentialOffence,
  kind = name,
): Attempt {
  return {
    name: `${door} with ${name}`,
    offence: kind,
    door,
    async send() {
      const draft = await request();
      return resultOf(await merchant.send({ ...draft, expects, tamper, lane, once }));
    },
  };
}
