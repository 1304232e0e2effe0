import { InconclusiveError } from "../../engine/verdict.ts";
import { type Answer, readAnswer } from "../answer.ts";
import type { Draft } from "../draft.ts";
import { DUE_LABELS } from "../due-credentials.ts";
import type { SignedRequest } from "../signed-request.ts";
import type { OpenTarget } from "../webhook/open-target.ts";
import { isCredential, type TakenExchange } from "./recording.ts";
import { answerOf, type Player } from "./player.ts";

/** In an answer the labels stand for what was due. */
const DUE = { signatures: [DUE_LABELS.signatures], texts: [DUE_LABELS.texts] };

/**
 * Lets the merchants of a session hear what no check has asked for, so that they know afterwards what they knew then,
 * and the requirements that are judged on every answer are judged on these too.
 */
export function hearRest(target: OpenTarget, player: Player, baseUrl: string): void {
  for (const exchange of player.takeRest()) {
    const memory = target.memories.get(exchange.asked.credentials.of);
    if (memory === undefined) continue;
    const draft = draftOf(exchange, baseUrl);
    try {
      const answer = recorded(exchange, draft, target);
      if (answer === undefined) memory.lostSightOf(draft);
      else memory.hear(answer);
    } catch (error) {
      if (!(error instanceof InconclusiveError)) throw error;
    }
  }
}

/** Undefined: there was no answer, or it was not kept. */
function recorded(exchange: TakenExchange, draft: Draft, { recorder }: OpenTarget): Answer | undefined {
  const wire = answerOf(exchange);
  if (wire === undefined) return undefined;
  const { asked, at } = exchange;
  const request: SignedRequest = {
    method: asked.method,
    path: draft.query === undefined ? draft.path : `${draft.path}?${draft.query}`,
    headers: asked.headers.filter(([name]) => !isCredential(name)),
    credentials: asked.credentials,
    ...(draft.tamper !== undefined && { due: DUE }),
    ...(draft.body !== undefined && { body: draft.body }),
  };
  const number = recorder.record(asked.credentials.of, draft, request, at, { answer: wire });
  return readAnswer({ draft, request, wire, exchange: number, repeated: false });
}

function draftOf({ asked, draft }: TakenExchange, baseUrl: string): Draft {
  const { tampered, ...marks } = draft;
  const [path = "", query] = asked.url.slice(baseUrl.length).split(/\?(.*)/s);
  const contentType = asked.headers.find(([name]) => name === "Content-Type")?.[1];
  return {
    ...marks,
    method: asked.method,
    path,
    headers: asked.headers.filter(([name]) => name !== "Content-Type" && !isCredential(name)),
    ...(query !== undefined && { query }),
    ...(asked.body !== undefined && { body: Buffer.from(asked.body) }),
    ...(contentType !== undefined && { contentType }),
    ...(tampered === true && { tamper: (valid) => valid }),
  };
}
