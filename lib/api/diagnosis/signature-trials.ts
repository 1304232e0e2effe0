import { type Answer, succeeded } from "../exchange/answer.ts";
import { queryDraft, type Tamper } from "../request/draft.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import {
  SIGNATURE_ENCODINGS,
  type SignatureEncoding,
  type SignatureScheme,
  type SignedParts,
  TIMESTAMP_UNITS,
} from "../../signer/signature-scheme.ts";
import { createSigner, formatTimestamp } from "../../signer/signer.ts";
import { answeredAlike, refusalWords } from "../exchange/answered-alike.ts";
import { askMerchant, SIGNING_WORDS } from "./ask-merchant.ts";
import type { Cause } from "./diagnosis.ts";

/** A query signed by other settings than the profile's. */
interface Trial {
  readonly code: Cause;
  /** The setting that the profile needs. */
  readonly advice: string;
  readonly tamper: Tamper;
  /** Words of a refusal which show that these settings are no better. */
  readonly stillWrong: RegExp;
}

export const TIME_WORDS = /time.?stamp|expire|clock|skew|stale|too old|时间/i;

const WRITE_API_PATH =
  "Write {apiPath} for {path} in auth.signature.payload, because a gateway removes the path of baseUrl";

/**
 * Signs queries by other settings, to find the one that the target understands: one query each, and no write.
 * @returns undefined when none of them is understood any better than the profile's
 */
export async function betterSettings(
  profile: Profile,
  merchant: Merchant,
  refused: Answer,
  now: () => number,
): Promise<Pick<Trial, "code" | "advice"> | undefined> {
  for (const trial of trialsOf(profile, merchant, now)) {
    const answer = await askMerchant(merchant, {
      ...queryDraft("open"),
      tamper: trial.tamper,
      lane: "trial",
    });
    if (answer === undefined) return undefined;
    const isBetter = !answeredAlike(answer, refused) && !trial.stillWrong.test(refusalWords(answer));
    if (succeeded(answer) || isBetter) return trial;
  }
  return undefined;
}

function trialsOf(profile: Profile, { name, secret = "" }: Merchant, now: () => number): Trial[] {
  const { auth, baseUrl, merchants } = profile;
  const { signature } = auth;
  if (signature === undefined) return [];
  const { payload = "" } = signature;
  const emptyBodyHash = !signature.emptyBodyHash;
  const ofBody = `Set auth.signature.emptyBodyHash to ${emptyBodyHash}`;
  const ofApi = payload.replaceAll("{path}", "{apiPath}");
  const hasBasePath = ofApi !== payload && /^https?:\/\/[^/]+\/./.test(baseUrl);
  const units = TIMESTAMP_UNITS.filter((unit) => unit !== signature.timestamp);
  const encodings = signature.module === undefined ? SIGNATURE_ENCODINGS : [];
  return [
    ...(payload.includes("{body:")
      ? [signedAs({ ...signature, emptyBodyHash }, secret, ["signature-empty-body", ofBody])]
      : []),
    ...(hasBasePath
      ? [signedAs({ ...signature, payload: ofApi }, secret, ["signature-path", WRITE_API_PATH])]
      : []),
    ...units.map((unit): Trial => ({
      code: "timestamp-unit",
      advice: `Set auth.signature.timestamp to ${unit}`,
      stillWrong: TIME_WORDS,
      async tamper(valid, resign) {
        const timestamp = formatTimestamp(unit, now());
        return { ...valid, timestamp, signature: await resign(() => ({ timestamp })) };
      },
    })),
    ...encodings
      .filter((encoding) => encoding !== signature.encoding)
      .map((encoding) => encodedAs(encoding, signature.encoding)),
    ...merchants
      .filter((other) => other.name !== name)
      .flatMap((other) => (other.secret === undefined ? [] : [signedBy(other.name, other.secret)])),
  ];
}

function encodedAs(encoding: SignatureEncoding, given: SignatureEncoding): Trial {
  return {
    code: "signature-encoding",
    advice: `Set auth.signature.encoding to ${encoding}`,
    stillWrong: SIGNING_WORDS,
    tamper: (valid) => ({
      ...valid,
      signature: Buffer.from(valid.signature ?? "", given).toString(encoding),
    }),
  };
}

function signedAs(scheme: SignatureScheme, secret: string, [code, advice]: readonly [Cause, string]): Trial {
  return {
    code,
    advice,
    stillWrong: SIGNING_WORDS,
    async tamper(valid, resign) {
      const { sign } = await createSigner(scheme);
      const signed: SignedParts[] = [];
      await resign((parts) => {
        signed.push(parts);
        return {};
      });
      const [signature] = await Promise.all(signed.map(async (parts) => sign(parts, secret)));
      return { ...valid, signature };
    },
  };
}

function signedBy(name: string, secret: string): Trial {
  return {
    code: "signature-secret",
    advice: `Check merchants[].secret: that of merchant ${name} is understood in its place`,
    stillWrong: SIGNING_WORDS,
    tamper: async (valid, resign) => ({ ...valid, signature: await resign(() => ({}), secret) }),
  };
}
