import { succeeded } from "../../answer.ts";
import type { Context } from "../../context.ts";
import { type Draft, type Operation, queryDraft, registerDraft } from "../../draft.ts";
import type { CredentialOffence } from "../../offence.ts";
import type { Configuration } from "../configuration.ts";
import type { Merchant } from "../merchant.ts";
import type { Detour } from "../inputs/detour.ts";
import { answerIfAny } from "../../answer-if-any.ts";
import { refused } from "./refused.ts";
import { visible } from "./returned.ts";
import { unchanged } from "./unchanged.ts";

/** Of the operations, and of the offences. */
const MOST_PER_DETOUR = 2;

/**
 * No detour shows or changes a configuration where the credentials are wrong; whether the detour is served is open.
 * The merchants take turns, and so do the offences.
 * @throws {Violation} when one does
 */
export async function opensNoDoor(
  { merchant, others, urls, effort }: Pick<Context, "merchant" | "others" | "urls" | "effort">,
  detours: readonly Detour[],
  offences: readonly CredentialOffence[],
): Promise<void> {
  const callers = [merchant, ...others];
  const before = new Map<Merchant, Configuration>();
  for (const caller of callers) before.set(caller, visible(await caller.settled()));
  for (const [turn, detour] of effort.tried(detours).entries()) {
    const caller = callers[turn % callers.length] ?? merchant;
    const known = before.get(caller) ?? {};
    const most = detour.isBrief === true ? 1 : MOST_PER_DETOUR;
    for (const operation of effort.triedSparingly(detour.operations.slice(0, most)))
      for (const offence of effort.triedSparingly(fromTurn(offences, turn).slice(0, most))) {
        const draft = draftOf(operation, detour, offence, urls.fresh(), known);
        const answer = await answerIfAny(caller, draft);
        if (answer === undefined) continue;
        const what = `a ${operation} with ${offence.name} and ${detour.name}`;
        if (operation === "query") refused(answer, what);
        else if (succeeded(answer)) unchanged(known, await caller.configuration(), what);
      }
  }
  for (const [caller, known] of before)
    unchanged(known, await caller.configuration(), "a request with wrong credentials");
}

function fromTurn<T>(all: readonly T[], turn: number): T[] {
  const start = turn % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
}

function draftOf(
  operation: Operation,
  detour: Detour,
  { tamper, expects }: CredentialOffence,
  url: string,
  { merchantId }: Configuration,
): Draft {
  const plain = operation === "register" ? registerDraft(url, expects) : queryDraft(expects);
  const draft = detour.take(plain, typeof merchantId === "string" ? merchantId : "1");
  return { ...draft, tamper, isAstray: true, lane: `impostor-${expects}` };
}
