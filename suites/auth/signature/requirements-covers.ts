import type { CredentialOffence } from "../../../lib/api/request/offence.ts";
import type { SpoiltCaller } from "../../../lib/api/refusals/caller.ts";
import { inferred, refuses } from "../../../lib/api/auth/requirement.ts";
import { refuseEverywhere } from "../../../lib/api/auth/refuse-everywhere.ts";
import { refuseAtWebhooks } from "../../../lib/api/webhook/refuse-credentials.ts";
import { claimsSignature } from "../../../lib/profile/bindings.ts";
import { secondMerchant } from "../../../lib/profile/needs.ts";
import { forgedSignature, reuseCredentials, signedFor } from "../../../lib/api/webhook/inputs/forgery.ts";
import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import { answerIfAny } from "../../../lib/api/exchange/answer-if-any.ts";
import { credentialsOf } from "../../../lib/api/merchant/credentials-of.ts";
import {
  disableDraft,
  type Draft,
  type Tamper,
  queryDraft,
  registerBody,
  registerDraft,
} from "../../../lib/api/request/draft.ts";
import { unlessUncovered } from "../../../lib/api/merchant/unless-uncovered.ts";
import { repeatCheck } from "../../../lib/api/webhook/oracles/repeat-check.ts";
import { assertRefused } from "../../../lib/api/webhook/oracles/assert-refused.ts";
import { assertUnchanged } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import { InapplicableError } from "../../../lib/engine/verdict.ts";

const SIGNED =
  "The deployment claims to verify the request signature; this one was not made for this request with the merchant's secret.";

export const coversThePath = inferred("signature.covers-path", {
  byQueries: true,
  sections: ["4.1", "5"],
  text: "A signature made for the path of another operation, or for another query string where it covers that, is refused.",
  because: SIGNED,
  binds: claimsSignature,
  refusedCredentials: () => [forAnotherOperation],
  check: async (context) => {
    await refuseEverywhere(context, () => [forAnotherOperation], { isFine: true });
    if (!context.merchant.mayWrite) return;
    const { expects, tamper } = forNoQueryString;
    const draft = { ...queryDraft(expects), query: "page=1", tamper };
    const answer = await unlessUncovered(async () => context.merchant.send(draft));
    if (answer !== undefined) assertRefused(answer, "a query with a query string that was not signed");
  },
});

const forNoQueryString = signedFor("a signature for no query string", () => ({ query: "" }));

const forAnotherOperation = signedFor("a signature for another operation", ({ path }) => ({
  path: ofAnotherOperation(path),
}));

function ofAnotherOperation(path: string): string {
  return path.endsWith("query")
    ? path.replace(/query$/, "disable")
    : `${path.slice(0, path.lastIndexOf("/") + 1)}query`;
}

const forGet = signedFor("a signature for the method GET", () => ({ method: "GET" }));
const forPut = signedFor("a signature for the method PUT", () => ({ method: "PUT" }));

export const coversTheMethod = refuses("signature.covers-method", {
  sections: ["4.1", "5"],
  text: "A signature made for another HTTP method is refused, where the signature covers the method.",
  because: SIGNED,
  binds: claimsSignature,
  offences: () => [forGet, { ...forPut, operations: ["query"] }],
});

export const isNotReused = inferred("signature.not-reused", {
  sections: ["4.1", "5"],
  text: "The signature of an accepted request is refused on a request that differs in body, operation, timestamp or nonce.",
  because: SIGNED,
  binds: claimsSignature,
  check: repeatCheck(async ({ merchant, urls, timestamp }) => {
    const url = urls.fresh();
    const [query, used] = [
      await credentialsOf(merchant, queryDraft()),
      await credentialsOf(merchant, registerDraft(url)),
    ];
    await merchant.holds(urls.fresh());
    const expects = "refused signature" as const;
    const reuses: readonly (readonly [string, Draft, Tamper])[] = [
      ["another body", registerDraft(urls.fresh(), expects), reuseCredentials(used, () => ({}))],
      ["another operation", queryDraft(expects), reuseCredentials(used, () => ({}))],
      ["another operation and the same body", disableDraft(expects), reuseCredentials(query, () => ({}))],
      [
        "another timestamp",
        registerDraft(url, expects),
        reuseCredentials(used, () => ({ timestamp: timestamp(1) })),
      ],
      ["another nonce", registerDraft(url, expects), reuseCredentials(used, ({ nonce }) => ({ nonce }))],
    ];
    for (const [what, draft, tamper] of reuses) {
      const answer = await unlessUncovered(async () => merchant.send({ ...draft, tamper, once: true }));
      if (answer !== undefined)
        assertRefused(answer, `a request with ${what} and the signature of an accepted one`);
    }
    await merchant.configuration();
  }),
});

export const coversTheBody = inferred("signature.covers-body", {
  sections: ["4.1", "5"],
  text: "A signature made for another body is refused.",
  because: SIGNED,
  binds: claimsSignature,
  refusedCredentials: () => [forNoBody, ...forAnotherBody],
  check: async (context) => {
    await refuseEverywhere(context, () => forAnotherBody);
    await refuseAtWebhooks(context, () => [forNoBody]);
    if (!context.effort.isQuick) await rejectsOtherBodies(context);
  },
});

/** Some servers do not read a body of another type, or a long one, before they verify the signature. */
async function rejectsOtherBodies({ merchant, urls }: AuthContext): Promise<void> {
  const { expects, tamper } = forNoBody;
  const long = registerBody(
    JSON.stringify({ callbackUrl: urls.fresh(), note: "x".repeat(LONG_CHARS) }),
    expects,
  );
  for (const draft of [{ ...registerDraft(urls.fresh(), expects), contentType: "text/plain" }, long]) {
    const answer = await unlessUncovered(async () => answerIfAny(merchant, { ...draft, tamper }));
    if (answer !== undefined) assertRefused(answer, "a register with a signature for no body");
  }
  await merchant.configuration();
}

const LONG_CHARS = 5_000;
const OTHER_BODY = Buffer.from('{"callbackUrl":"https://other.callback.conformance.example/x"}');
const forAnotherBody = [
  signedFor("a signature for another body", () => ({ body: OTHER_BODY })),
  signedFor("a signature for another body of the same length", ({ body }) => ({
    body: lastLetterChanged(body ?? OTHER_BODY),
  })),
];
const forNoBody: CredentialOffence = {
  ...signedFor("a signature for no body", () => ({ body: Buffer.alloc(0) })),
  operations: ["register"],
};

function lastLetterChanged(body: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(body);
  const at = copy.length - 3;
  copy[at] = (copy[at] ?? 0) === 0x30 ? 0x31 : 0x30;
  return copy;
}

export const coversTheTimestamp = refuses("signature.covers-timestamp", {
  sections: ["4.1", "5"],
  text: "A signature made for another timestamp is refused.",
  because: SIGNED,
  binds: claimsSignature,
  offences: forOtherTimestamps,
  isFine: true,
});

function forOtherTimestamps({ timestamp: moment }: Pick<SpoiltCaller, "timestamp">): CredentialOffence[] {
  const earlier = moment(-1);
  return [
    signedFor("a signature for another timestamp", () => ({ timestamp: earlier })),
    signedFor("a signature for a timestamp one unit earlier", ({ timestamp }) => ({
      timestamp: String(BigInt(timestamp) - 1n),
    })),
    signedFor("a signature for no timestamp", () => ({ timestamp: "" })),
  ];
}

export const coversTheNonce = refuses("signature.covers-nonce", {
  sections: ["4.1", "5"],
  text: "A signature made for another nonce is refused.",
  because: SIGNED,
  binds: claimsSignature,
  offences: () => forOtherNonces,
  isFine: true,
});

const forOtherNonces = [
  signedFor("a signature for another nonce", ({ nonce }) => ({
    nonce: nonce.split("").toReversed().join(""),
  })),
  signedFor("a signature for a part of the nonce", ({ nonce }) => ({ nonce: nonce.slice(0, -1) })),
  signedFor("a signature for no nonce", () => ({ nonce: "" })),
];

export const coversTheApiKey = inferred("signature.covers-api-key", {
  sections: ["4.1", "5"],
  needs: [secondMerchant],
  text: "A request with a merchant's key and the signature of another merchant is refused.",
  because: SIGNED,
  binds: claimsSignature,
  check: async (context) => {
    const { rival, merchant, urls } = context;
    if (rival.secret === merchant.secret) throw new InapplicableError("Both merchants have the same secret.");
    const before = await rival.holds(urls.fresh());
    const withTheirKey = forgedSignature("another merchant's key", (valid) => ({
      ...valid,
      apiKey: rival.apiKey,
    }));
    await refuseEverywhere(context, () => [withTheirKey], { isFine: true });
    assertUnchanged(before, await rival.configuration(), "a request signed by another merchant", {
      when: ["after a refused signature"],
      wasSent: (url) => url.startsWith(urls.under("")),
    });
  },
});
