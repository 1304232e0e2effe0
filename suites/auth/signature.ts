import {
  type Forgery,
  missing,
  reusing,
  partialSignatures,
  signedFor,
  wrongSignatures,
} from "../../lib/arbitraries/forgery.ts";
import { ambient, check } from "../../lib/check.ts";
import { credentialsOf } from "../../lib/client/credentials-of.ts";
import {
  disableDraft,
  type Draft,
  type Tamper,
  type Operation,
  queryDraft,
  registerDraft,
} from "../../lib/client/draft.ts";
import type { Merchant } from "../../lib/client/merchant.ts";
import type { Context } from "../../lib/context.ts";
import type { CallbackUrls } from "../../lib/model/callback-urls.ts";
import { persevering } from "../../lib/oracles/persevering.ts";
import { refused } from "../../lib/oracles/refused.ts";
import { rejectsCredentials } from "../../lib/oracles/rejects-credentials.ts";
import { unchanged } from "../../lib/oracles/unchanged.ts";
import { InapplicableError } from "../../lib/verdict.ts";
import { hasConfiguration } from "../../lib/wire/configuration.ts";

const NEWCOMERS = { quick: 1, standard: 1, deep: 1 };

export const refusalRevealsNothing = ambient("signature.refusal-reveals-nothing");
export const refusalHasNoEffect = ambient("signature.refusal-has-no-effect");

async function rejectsForgeries(
  { merchant, urls }: Context,
  forgeries: readonly Forgery[],
  operations?: readonly Operation[],
): Promise<void> {
  const impostures = forgeries.map((forgery) => ({ ...forgery, expects: "refused signature" as const }));
  const limited = operations === undefined ? impostures : impostures.map((one) => ({ ...one, operations }));
  await rejectsCredentials(merchant, urls, limited);
}

export const refusesAnAbsentSignature = check("signature.absent", async (context) => {
  await rejectsForgeries(context, missing("signature"));
});

export const refusesAWrongSignature = check("signature.wrong", async (context) => {
  const { others, urls, atDepth } = context;
  for (const other of others.slice(0, atDepth(NEWCOMERS))) await createsNothing(other, urls);
  await rejectsForgeries(context, wrongSignatures);
});

/** A merchant who has no configuration yet gets none by a register with a wrong signature. */
async function createsNothing(merchant: Merchant, urls: CallbackUrls): Promise<void> {
  const [forgery] = wrongSignatures;
  const { envelope } = await merchant.send(queryDraft("open"));
  if (forgery === undefined || hasConfiguration(envelope?.["data"])) return;
  const register = { ...registerDraft(urls.fresh(), "refused signature"), tamper: forgery.tamper };
  refused(await merchant.send(register), `a first register with ${forgery.name}`);
}

export const refusesAPartOfASignature = check("signature.part", async (context) => {
  await rejectsForgeries(context, partialSignatures);
});

export const refusesAnotherMerchantsSecret = check("signature.other-secret", async (context) => {
  const { merchant, rival } = context;
  const { secret } = rival;
  if (secret === merchant.secret) throw new InapplicableError("Both merchants have the same secret.");
  const tamper: Forgery["tamper"] = async (valid, resign) => ({
    ...valid,
    signature: await resign(() => ({}), secret),
  });
  await rejectsForgeries(context, [{ name: "a signature made with another merchant's secret", tamper }]);
});

export const coversThePath = check("signature.covers-path", async (context) => {
  await rejectsForgeries(context, [
    signedFor("a signature for another operation", ({ path }) => ({ path: ofAnotherOperation(path) })),
  ]);
});

function ofAnotherOperation(path: string): string {
  return path.endsWith("query") ? path.replace(/query$/, "disable") : path.replace(/[^/]+$/, "query");
}

export const coversTheMethod = check("signature.covers-method", async (context) => {
  await rejectsForgeries(context, [signedFor("a signature for the method GET", () => ({ method: "GET" }))]);
});

export const isNotReused = check(
  "signature.not-reused",
  persevering(async ({ merchant, urls, timestamp }) => {
    const url = urls.fresh();
    const [query, used] = [
      await credentialsOf(merchant, queryDraft()),
      await credentialsOf(merchant, registerDraft(url)),
    ];
    await merchant.holds(urls.fresh());
    const expects = "refused signature" as const;
    const reuses: readonly (readonly [string, Draft, Tamper])[] = [
      ["another body", registerDraft(urls.fresh(), expects), reusing(used, () => ({}))],
      ["another operation", queryDraft(expects), reusing(used, () => ({}))],
      ["another operation and the same body", disableDraft(expects), reusing(query, () => ({}))],
      ["another timestamp", registerDraft(url, expects), reusing(used, () => ({ timestamp: timestamp(1) }))],
      ["another nonce", registerDraft(url, expects), reusing(used, ({ nonce }) => ({ nonce }))],
    ];
    for (const [what, draft, tamper] of reuses) {
      const answer = await unlessUncovered(async () => merchant.send({ ...draft, tamper, once: true }));
      if (answer !== undefined)
        refused(answer, `a request with ${what} and the signature of an accepted one`);
    }
    await merchant.configuration();
  }),
);

async function unlessUncovered<T>(send: () => Promise<T>): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof InapplicableError) return undefined;
    throw error;
  }
}

export const coversTheBody = check("signature.covers-body", async (context) => {
  const { urls } = context;
  const body = Buffer.from(JSON.stringify({ callbackUrl: urls.fresh() }));
  await rejectsForgeries(context, [
    signedFor("a signature for another body", () => ({ body })),
    signedFor("a signature for another body of the same length", ({ body: own }) => ({
      body: lastLetterChanged(own ?? body),
    })),
  ]);
  await rejectsForgeries(
    context,
    [signedFor("a signature for no body", () => ({ body: Buffer.alloc(0) }))],
    ["register"],
  );
});

function lastLetterChanged(body: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(body);
  const at = copy.length - 3;
  copy[at] = (copy[at] ?? 0) === 0x30 ? 0x31 : 0x30;
  return copy;
}

export const coversTheTimestamp = check("signature.covers-timestamp", async (context) => {
  const earlier = context.timestamp(-1);
  await rejectsForgeries(context, [
    signedFor("a signature for another timestamp", () => ({ timestamp: earlier })),
    signedFor("a signature for a timestamp one unit earlier", ({ timestamp }) => ({
      timestamp: String(BigInt(timestamp) - 1n),
    })),
    signedFor("a signature for no timestamp", () => ({ timestamp: "" })),
  ]);
});

export const coversTheNonce = check("signature.covers-nonce", async (context) => {
  await rejectsForgeries(context, [
    signedFor("a signature for another nonce", ({ nonce }) => ({
      nonce: nonce.split("").toReversed().join(""),
    })),
    signedFor("a signature for a part of the nonce", ({ nonce }) => ({ nonce: nonce.slice(0, -1) })),
    signedFor("a signature for no nonce", () => ({ nonce: "" })),
  ]);
});

export const coversTheApiKey = check("signature.covers-api-key", async (context) => {
  const { rival, merchant, urls } = context;
  if (rival.secret === merchant.secret) throw new InapplicableError("Both merchants have the same secret.");
  const before = await rival.holds(urls.fresh());
  const tamper: Forgery["tamper"] = (valid) => ({ ...valid, apiKey: rival.apiKey });
  await rejectsForgeries(context, [{ name: "another merchant's key", tamper }]);
  unchanged(before, await rival.configuration(), "a request signed by another merchant");
});

export const refusesAnAbsentTimestamp = check("signature.timestamp-absent", async (context) => {
  await rejectsForgeries(context, missing("timestamp"));
});

export const refusesAnAbsentNonce = check("signature.nonce-absent", async (context) => {
  await rejectsForgeries(context, missing("nonce"));
});
