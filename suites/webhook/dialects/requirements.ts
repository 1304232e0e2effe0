import { WITHOUT_KEY } from "../../../lib/api/refusals/wrong-keys.ts";
import { inferred } from "../../../lib/api/webhook/requirement.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import {
  disableDraft,
  type Draft,
  IN_CHUNKS,
  queryDraft,
  registerBody,
  registerDraft,
} from "../../../lib/api/request/draft.ts";
import { acceptedLikeItsTwin } from "../../../lib/api/webhook/oracles/accepted-like-its-twin.ts";
import { answeredWithAnEnvelope } from "../../../lib/api/webhook/oracles/answered-with-an-envelope.ts";
import { coverCases, STRENGTHS } from "../../../lib/engine/requirement/cover-cases.ts";
import { mayBeGateway } from "../../../lib/api/exchange/may-be-gateway.ts";
import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import { assertRefused } from "../../../lib/api/webhook/oracles/assert-answered.ts";
import { assertSame } from "../../../lib/api/webhook/oracles/assert-same.ts";

type Spell = (url: string) => string;

/** One JSON object with a callback URL, as libraries of other languages write it. */
const SPELLINGS: Readonly<Record<string, Spell>> = {
  "slashes escaped": (url) => JSON.stringify({ callbackUrl: url }).replaceAll("/", String.raw`\/`),
  "letters escaped": (url) => `{"callbackUrl":${withEscapes(JSON.stringify(url))}}`,
  "white space of each kind around its tokens": (url) =>
    `\n {\n\t"callbackUrl" : ${JSON.stringify(url)}\r\n}\r\n`,
};

export const readsJsonInAnySpelling = inferred("dialects.json-spelling", {
  sections: ["2.2", "4.2"],
  text: "A register is accepted, and verified as it was sent, however its JSON is spelled: white space within and around it, escaped slashes, escaped letters.",
  because: "The body is a JSON object, and these are spellings of the same object.",
  check: async ({ merchant, urls, effort }) => {
    let callbackUrl = urls.fresh();
    for (const [spelling, spell] of Object.entries(SPELLINGS)) {
      callbackUrl = urls.fresh();
      const plain = registerDraft(callbackUrl);
      const draft = { ...registerBody(spell(callbackUrl), "success"), url: callbackUrl };
      await acceptedLikeItsTwin(merchant, draft, plain, `a register with ${spelling}`);
      if (!effort.isQuick) assertSame(await merchant.configuration(), { callbackUrl });
    }
    if (effort.isQuick) assertSame(await merchant.configuration(), { callbackUrl });
  },
});

/** The digits of an escape may be in upper case. */
function withEscapes(text: string): string {
  return text.replaceAll("k", String.raw`\u006B`).replace("o", String.raw`\u006f`);
}

/** Each of them admits JSON. The last one is that of a browser. */
const ACCEPTS = [
  ["no Accept header", ""],
  ["Accept: */*", "*/*"],
  ["the Accept header of a browser", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"],
] as const;

export const asksForNoAcceptHeader = inferred("dialects.accept", {
  sections: ["4.1", "4.2"],
  text: "A valid request is accepted without an Accept header, with one that admits everything, and with that of a browser.",
  because: "No Accept header is listed among the request headers, and what admits everything admits JSON.",
  check: async ({ merchant, urls, effort }) => {
    const drafts = [registerDraft(urls.fresh()), queryDraft()];
    const cases = effort.tried(ACCEPTS).flatMap((accept) => drafts.map((draft) => [accept, draft] as const));
    for (const [[what, accept], draft] of coverCases(cases, (one) => one, effort.at(STRENGTHS)))
      await acceptedLikeItsTwin(merchant, { ...draft, accept }, draft, `a ${draft.label} with ${what}`);
  },
});

export const refusesInAnEnvelopeWhateverIsAccepted = inferred("dialects.refusals", {
  sections: ["2.3", "4.1"],
  text: "A wrong request is refused, with an envelope, also without an Accept header, with one that admits everything, and with that of a browser.",
  because: "Every response uses an envelope, and each of these admits JSON.",
  check: async ({ merchant, urls, effort }) => {
    const refused = [
      ["a register without a callback URL", registerBody("{}", "refused input")],
      ["a register without an API key", withoutKey(registerDraft(urls.fresh()))],
      ["a query without an API key", withoutKey(queryDraft())],
      ["a disable without an API key", withoutKey(disableDraft())],
    ] as const;
    for (const [turn, [request, plain]] of refused.entries())
      for (const [how, accept] of ACCEPTS.filter(
        (_, at) => !effort.isQuick || at === turn % ACCEPTS.length,
      )) {
        const [what, draft] = [`${request}, with ${how},`, { ...plain, accept }];
        assertRefused(await answeredWithAnEnvelope(merchant, draft, plain, what, mayBeGateway), what);
      }
  },
});

function withoutKey(draft: Draft): Draft {
  return { ...draft, expects: "refused key", tamper: WITHOUT_KEY.tamper };
}

export const losesNoChunkedBody = inferred("dialects.chunked", {
  sections: ["2.2", "3.2", "7"],
  text: "A register whose body comes in chunks, without Content-Length, is refused, or stores the callback URL in it: it is not read as empty and answered with true.",
  because:
    "Where `data` is true the configuration has the given callback URL. HTTP lets a server refuse a body without a length (RFC 9110, 15.5.12), and whatever stands before the API may do so.",
  check: async ({ merchant, urls }) => {
    const callbackUrl = urls.fresh();
    const chunked = { ...registerDraft(callbackUrl, "open"), ...IN_CHUNKS, isAstray: true };
    const answer = await answerIfAny(merchant, chunked);
    if (answer === undefined || !succeeded(answer)) return;
    assertSame(await merchant.configuration(), { callbackUrl });
  },
});
