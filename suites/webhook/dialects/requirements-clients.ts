import { advisory, inferred } from "../../../lib/api/webhook/requirement.ts";
import { type Draft, queryDraft, registerDraft } from "../../../lib/api/request/draft.ts";
import { succeeded } from "../../../lib/api/exchange/answer.ts";
import { answeredWithAnEnvelope } from "../../../lib/api/webhook/oracles/answered-with-an-envelope.ts";
import { acceptedLikeItsTwin } from "../../../lib/api/webhook/oracles/accepted-like-its-twin.ts";
import { mayBeGateway } from "../../../lib/api/exchange/may-be-gateway.ts";
import { ownFraming } from "../../../lib/profile/needs/bindings.ts";

/** Headers that the HTTP clients of other languages add by themselves. */
const ADDED: Readonly<Record<string, Partial<Draft>>> = {
  "Accept-Encoding: gzip, deflate, br": { headers: [["Accept-Encoding", "gzip, deflate, br"]] },
  "Accept-Language: zh-CN": { headers: [["Accept-Language", "zh-CN,zh;q=0.9"]] },
  "Accept: application/json, text/plain, */*": { accept: "application/json, text/plain, */*" },
  "Cache-Control: no-cache": {
    headers: [
      ["Cache-Control", "no-cache"],
      ["Pragma", "no-cache"],
    ],
  },
  "a traceparent header": {
    headers: [["traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"]],
  },
};

/** All of them in one request. */
const ALL: Partial<Draft> = {
  accept: "application/json, text/plain, */*",
  headers: Object.values(ADDED).flatMap(({ headers = [] }) => headers),
};

export const takesHeadersOfClients = inferred("dialects.client-headers", {
  sections: ["2.3", "4.1"],
  text: "A valid request with headers that HTTP clients add (Accept-Encoding, Accept-Language, Cache-Control, traceparent) is accepted, and answered with an envelope.",
  because:
    "None of them changes what is asked. A compressed answer must say so in Content-Encoding (RFC 9110, 8.4), and every response is an envelope.",
  check: async ({ merchant, urls, effort }) => {
    for (const [what, added] of effort.tried([
      ["headers of clients", ALL],
      ...Object.entries(ADDED),
    ] as const))
      for (const plain of effort.tried([queryDraft(), registerDraft(urls.fresh())])) {
        const draft = { ...plain, ...added, isAstray: true };
        const named = `a ${plain.label} with ${what}`;
        const answer = await answeredWithAnEnvelope(merchant, draft, plain, named, mayBeGateway);
        if (!succeeded(answer)) await acceptedLikeItsTwin(merchant, draft, plain, named);
      }
  },
});

const USER_AGENTS = [
  "curl/8.5.0",
  "okhttp/4.12.0",
  "python-requests/2.32.3",
  "Go-http-client/1.1",
  "Java/21.0.4",
  "axios/1.7.7",
  "Apache-HttpClient/5.3.1 (Java/17.0.12)",
  "GuzzleHttp/7",
];

/** A gateway may reject clients by name: that is not a failure. */
export const takesClientsOfAnyName = advisory("dialects.client-names", {
  sections: ["4.1"],
  text: "A valid query is accepted from HTTP clients of common names, such as curl, okhttp, python-requests and Go-http-client.",
  check: async ({ merchant, effort }) => {
    for (const userAgent of effort.triedSparingly(USER_AGENTS)) {
      const draft = { ...queryDraft(), userAgent, isAstray: true };
      await acceptedLikeItsTwin(merchant, draft, queryDraft(), `a query with User-Agent: ${userAgent}`);
    }
  },
});

/** HTTP lets a server, and whatever stands before it, answer 417 with a page (RFC 9110, 10.1.1): that is not a failure. */
export const takesWhatExpectsToContinue = advisory("dialects.expect-continue", {
  sections: ["4.1", "4.2"],
  binds: ownFraming,
  text: "A register with `Expect: 100-continue`, as curl and .NET send it with larger bodies, is accepted.",
  check: async ({ merchant, urls }) => {
    const plain = registerDraft(urls.fresh());
    const draft: Draft = { ...plain, headers: [["Expect", "100-continue"]], isAstray: true };
    await acceptedLikeItsTwin(merchant, draft, plain, "a register with Expect: 100-continue");
  },
});
