import { unspecified } from "../../lib/api/webhook/requirement.ts";
import { queryDraft } from "../../lib/api/request/draft.ts";
import { everyKindSeen } from "../../lib/api/webhook/observing/every-kind-seen.ts";
import { byKind, byOperation, mergeEqual } from "../../lib/api/webhook/observing/by-name.ts";
import { headerTraits } from "../../lib/api/webhook/observing/header-traits.ts";
import { extraNames } from "../../lib/api/webhook/observing/extra-names.ts";
import { type Observed, summarizeLooks } from "../../lib/engine/observed.ts";
import type { Plain } from "../../lib/engine/plain.ts";
import type { SeenEnvelope, SeenAnswer } from "../../lib/api/webhook/observing/seen-answer.ts";

const NO_ENVELOPE = "no envelope";
const reading =
  (read: (envelope: SeenEnvelope) => Plain) =>
  ({ envelope }: SeenAnswer): Plain =>
    envelope === undefined ? NO_ENVELOPE : read(envelope);

export const codeOfSuccesses = unspecified("envelope.success-code", {
  sections: ["7"],
  text: "The value of `code` on success.",
  observe: async (context) =>
    mergeEqual(
      byOperation(
        await everyKindSeen(context),
        reading(({ code }) => code),
      ),
    ),
});

export const codesOfRefusals = unspecified("envelope.refusal-codes", {
  sections: ["7"],
  text: "The values of `code` on refusals, by what is refused.",
  observe: async (context) => {
    const { value, stable } = byKind(
      await everyKindSeen(context),
      reading(({ code }) => code),
    );
    return { value, stable };
  },
});

export const httpStatuses = unspecified("envelope.http-statuses", {
  sections: ["7"],
  text: "The HTTP statuses of successes and refusals.",
  observe: async (context) => {
    const answers = await everyKindSeen(context);
    const successes = mergeEqual(byOperation(answers, ({ status }) => status));
    const refusals = byKind(answers, ({ status }) => status);
    return {
      value: { successes: successes.value, refusals: refusals.value },
      stable: successes.stable && refusals.stable,
    };
  },
});

export const dataOfRefusals = unspecified("envelope.refusal-data", {
  sections: ["7"],
  text: "What `data` holds on a refusal.",
  observe: async (context) =>
    mergeEqual(
      byKind(
        await everyKindSeen(context),
        reading(({ data }) => data),
      ),
    ),
});

export const wording = unspecified("envelope.wording", {
  sections: ["2.3", "7"],
  text: "The wording of `msg` and `message`, and whether they agree.",
  observe: async (context): Promise<Observed> => {
    const answers = await everyKindSeen(context);
    const [msg, message] = [wordingIn(answers, "msg"), wordingIn(answers, "message")];
    return { value: { msg: msg.value, message: message.value }, stable: msg.stable && message.stable };
  },
});

function wordingIn(answers: readonly SeenAnswer[], name: "msg" | "message"): Observed {
  const read = reading((envelope) => envelope[name]);
  const successes = mergeEqual(byOperation(answers, read));
  const refusals = mergeEqual(byKind(answers, read));
  return {
    value: { successes: successes.value, refusals: refusals.value },
    stable: successes.stable && refusals.stable,
  };
}

export const extraMembers = unspecified("envelope.extra-members", {
  sections: ["2.3"],
  text: "Members of the envelope that the document does not name.",
  observe: async (context) => {
    const answers = await everyKindSeen(context);
    const named = (succeeded: boolean) =>
      answers.flatMap((seenAnswer) =>
        seenAnswer.succeeded === succeeded && seenAnswer.envelope !== undefined
          ? [seenAnswer.envelope.extra]
          : [],
      );
    const [successes, refusals] = [extraNames(named(true)), extraNames(named(false))];
    return {
      value: { successes: successes.value, refusals: refusals.value },
      stable: successes.stable && refusals.stable,
    };
  },
});

function typeOf({ headers }: SeenAnswer): string {
  return headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "absent";
}

export const contentType = unspecified("envelope.content-type", {
  sections: ["4.1"],
  text: "The Content-Type of answers.",
  observe: async (context) => {
    const answers = await everyKindSeen(context);
    const successes = mergeEqual(byOperation(answers, typeOf));
    const refusals = mergeEqual(byKind(answers, typeOf));
    return {
      value: { successes: successes.value, refusals: refusals.value },
      stable: successes.stable && refusals.stable,
    };
  },
});

export const answerToAnUnknownPath = unspecified("envelope.unknown-path", {
  sections: ["4"],
  text: "The answer to a path that the document does not name.",
  observe: async (context) => {
    const answers = await everyKindSeen(context);
    const ofUnknown = answers.filter(({ kind }) => kind === "unknown path");
    if (ofUnknown.length === 0) return { value: "not answered" };
    return summarizeLooks(
      ofUnknown.map(({ succeeded, envelope }) =>
        succeeded
          ? "accepted"
          : envelope === undefined
            ? "refused without an envelope"
            : "refused with an envelope",
      ),
    );
  },
});

export const styleOfTheJson = unspecified("envelope.json-style", {
  sections: ["2.3"],
  text: "How the JSON of answers is written: order of the members, white space, escapes.",
  observe: async (context) => {
    const answers = (await everyKindSeen(context)).filter(
      ({ label, succeeded }) => label === "query" && succeeded,
    );
    const envelopes = answers.flatMap(({ envelope }) => (envelope === undefined ? [] : [envelope]));
    const order = new Set(envelopes.map(({ ordered }) => ordered));
    const style = summarizeLooks(
      envelopes.map((envelope) => (envelope.style.length === 0 ? "compact" : envelope.style)),
    );
    const members =
      order.size > 1
        ? "in varying order"
        : order.has(true)
          ? "in the order of the document"
          : "in another order";
    return { value: { members, style: style.value }, stable: style.stable && order.size === 1 };
  },
});

export const headers = unspecified("envelope.headers", {
  sections: ["2.3"],
  text: "The headers of answers: letter case of their names, length, compression, date, connection.",
  observe: async (context) => {
    const { merchant, seen, probes } = context;
    const own = (await everyKindSeen(context)).filter(({ kind }) => kind !== "unknown path");
    const traits = headerTraits(own.map((seenAnswer) => seenAnswer.headers));
    if (!probes) return traits;
    const before = seen.answers.length;
    for (let time = 0; time < 2; time += 1) {
      await merchant.send({ ...queryDraft("open"), headers: [["Accept-Encoding", "gzip"]] });
    }
    const asked = headerTraits(
      seen.answers.slice(before).map((seenAnswer) => seenAnswer.headers),
      ["compression"],
    );
    return {
      value: { ...traits.value, "when gzip is asked for": asked.value },
      stable: traits.stable && asked.stable,
    };
  },
});
