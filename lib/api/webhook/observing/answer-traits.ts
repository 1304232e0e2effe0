import { combineByName, summarizeLooks } from "../../../engine/judge/observed.ts";
import type { Observed, Parts } from "../../../engine/requirement/parts.ts";
import type { Plain } from "../../../engine/requirement/plain.ts";
import { headerOf } from "../../exchange/infrastructure.ts";
import type { Operation } from "../../request/draft.ts";
import type { WebhookContext } from "../webhook-context.ts";
import { askKinds, askOperations } from "./ask-kinds.ts";
import type { RefusalKind } from "./refusal-kind.ts";
import type { SeenAnswer, SeenEnvelope } from "./seen-answer.ts";

type Trait = (seenAnswer: SeenAnswer) => Plain;

const KEPT = "kept";

const TRAITS: Readonly<Record<string, Trait>> = {
  status: ({ status }) => status,
  code: inEnvelope(({ code }) => code),
  msg: inEnvelope(({ msg }) => msg),
  message: inEnvelope(({ message }) => message),
  data: inEnvelope(({ data }) => data),
  "further members": inEnvelope(({ extra }) => extra),
  "member order": inEnvelope(({ ordered }) => (ordered ? "as in the document" : "another")),
  "JSON style": inEnvelope(({ style }) => (style.length === 0 ? "compact" : style)),
  "Content-Type": (answer) => headerOf(answer, "content-type") ?? "absent",
  compression: compressionOf,
  length: (answer) =>
    headerOf(answer, "transfer-encoding") !== undefined
      ? "chunked"
      : headerOf(answer, "content-length") === undefined
        ? "neither"
        : "Content-Length",
  "header names": ({ headers }) => letterCase(headers.map(([name]) => name)),
  Date: (answer) => (headerOf(answer, "date") === undefined ? "absent" : "present"),
  connection: (answer) => (/\bclose\b/i.test(headerOf(answer, "connection") ?? "") ? "closed" : KEPT),
};

/** Observes the traits of an operation's successes. The document says what `data` is. */
export function answersOf(operation: Operation): (context: WebhookContext) => Promise<Parts> {
  return async (context) => {
    const answers = await askOperations(context, operation);
    const isSuccess = ({ label, succeeded, expects }: SeenAnswer) =>
      label === operation && succeeded && (expects === "success" || expects === "open");
    const { data: _, ...parts } = answerTraits(new Map([[operation, answers.filter(isSuccess)]]));
    return parts;
  };
}

/** Observes the traits of rejections of some kinds: one value, or one for each kind. */
export function refusalsOf(...kinds: readonly RefusalKind[]): (context: WebhookContext) => Promise<Parts> {
  return async (context) => {
    const answers = await askKinds(context, kinds);
    return answerTraits(new Map(kinds.map((kind) => [kind, answers.filter((one) => one.kind === kind)])));
  };
}

export function compressionOf(seenAnswer: SeenAnswer): string {
  return headerOf(seenAnswer, "content-encoding") ?? "none";
}

/** @throws {InconclusiveError} without an answer */
function answerTraits(groups: ReadonlyMap<string, readonly SeenAnswer[]>): Parts {
  const seen = [...groups].filter(([, answers]) => answers.length > 0);
  if (seen.length === 0) summarizeLooks([]);
  return Object.fromEntries(
    Object.entries(TRAITS).map(([name, read]) => [name, combined(seen, name, read)] as const),
  );
}

type Groups = readonly (readonly [name: string, answers: readonly SeenAnswer[]])[];

/** A request that was accepted is shown as accepted. */
function combined(groups: Groups, trait: string, read: Trait): Observed {
  const looks = groups.map(([name, answers]) => {
    const values = answers.map((one) => (one.kind !== undefined && one.succeeded ? "accepted" : read(one)));
    // A server that keeps connections closes one now and then, whatever it answers.
    const isKept = trait === "connection" && values.includes(KEPT);
    return [name, summarizeLooks(isKept ? values.map(() => KEPT) : values)] as const;
  });
  return {
    value: combineByName(new Map(looks.map(([name, { value }]) => [name, value]))),
    stable: looks.every(([, { stable }]) => stable),
    ...(looks.every(([, { once }]) => once) && { once: true }),
  };
}

function inEnvelope(read: (envelope: SeenEnvelope) => Plain): Trait {
  return ({ envelope }) => (envelope === undefined ? "no envelope" : read(envelope));
}

function letterCase(names: readonly string[]): string {
  if (names.every((name) => name === name.toLowerCase())) return "lower case";
  return names.every((name) => name === name.toUpperCase()) ? "upper case" : "capitalised";
}
