import { answerIfAny } from "../exchange/answer-if-any.ts";
import type { Answer } from "../exchange/answer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Detour } from "../request/detour.ts";
import { type Draft, isForged } from "../request/draft.ts";
import type { Identity } from "../request/identity.ts";
import type { Attempt, AttemptResult } from "./attempt.ts";

/** A request on a detour. The target may serve the detour itself. */
interface DetouredRequest {
  readonly caller: Merchant;
  /** The merchant to whom a door would open. */
  readonly identity: Identity;
  /** The request without the detour. */
  readonly straight: Draft;
  readonly detour: Detour;
  readonly nameOf: (detour: Detour) => string;
  readonly resultOf: (answer: Answer) => AttemptResult | Promise<AttemptResult>;
}

/**
 * Builds an attempt. Empty: there is no such way to the operation, or it would be a GET with a body. Before a query with wrong
 * credentials, one with valid credentials takes the same detour: a target may keep the answer and give it to the other one.
 */
export function detouredAttempt(request: DetouredRequest): readonly Attempt[] {
  const { caller, identity, detour, nameOf, resultOf } = request;
  const straight = { ...request.straight, isAstray: true };
  const draft = detour.take(straight, identity);
  if (draft === undefined || (draft.method === "GET" && draft.body !== undefined)) return [];
  const sending = (some: Draft) => async () => {
    const answer = await answerIfAny(caller, some);
    return answer && resultOf(answer);
  };
  const sendAfterTwin = async () => {
    const { tamper: _tamper, lane: _lane, ...twin } = draft;
    await answerIfAny(caller, { ...twin, expects: "open" });
    return sending(draft)();
  };
  return [
    {
      name: nameOf(detour),
      offence: detour.name,
      door: straight.label,
      values: new Set(draft.url === undefined ? [] : [draft.url]),
      send: isForged(straight) && isSameWay(straight, draft) ? sendAfterTwin : sending(draft),
      sendWithout: sending(straight),
      parts: (detour.parts ?? []).flatMap((part) => detouredAttempt({ ...request, detour: part })),
    },
  ];
}

/** Whether a query keeps its method and path. With others, valid credentials may change something. */
function isSameWay({ label, method, path }: Draft, taken: Draft): boolean {
  return label === "query" && taken.method === method && taken.path === path;
}
