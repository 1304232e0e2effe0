import type { SignedParts } from "../../signer/signature-scheme.ts";
import type { Signer } from "../../signer/signer.ts";
import { SignerError } from "../../signer/signer-error.ts";
import type { Credentials } from "../request/draft.ts";
import { LiteralRedactor } from "../../secrets/redactor.ts";

/** Credentials that would have made a changed request valid. They were not sent, so no answer may contain them. */
export interface DueCredentials {
  /** Signatures that are right for what was sent. */
  readonly signatures: readonly string[];
  /** The texts that they sign. */
  readonly texts: readonly string[];
}

/** The text that replaces each in all that is recorded. */
const DUE_LABELS: Readonly<Record<keyof DueCredentials, string>> = {
  signatures: "[the signature that was due]",
  texts: "[the text that was to be signed]",
};

/** Shorter ones would be found in other text by chance, and longer ones hold a body that may well be echoed. */
const MIN_TEXT_CHARS = 32;
const MAX_TEXT_CHARS = 2048;
const MIN_SIGNATURE_CHARS = 16;

/**
 * The credentials that a request would have needed.
 * @param parts what a valid signature would have been made over
 * @param secretOf of the merchant whose key it is; undefined: no merchant has it
 */
export async function dueCredentials(
  signer: Signer,
  parts: SignedParts,
  {
    sent,
    valid,
    secretOf,
  }: {
    readonly sent: Credentials;
    readonly valid: Credentials;
    readonly secretOf: (apiKey: string) => string | undefined;
  },
): Promise<DueCredentials> {
  const { apiKey = "", timestamp = "", nonce = "" } = sent;
  const asSent = { ...parts, apiKey, timestamp, nonce };
  const secret = secretOf(apiKey) ?? secretOf(parts.apiKey) ?? "";
  const signatures = [valid.signature, await signature(signer, asSent, secret)]
    .filter(
      (due): due is string =>
        due !== undefined && due.length >= MIN_SIGNATURE_CHARS && !isSpelling(due, sent.signature),
    )
    .flatMap(inHexAndBase64);
  return { signatures: [...new Set(signatures)], texts: textsOf(signer, asSent) };
}

/** Takes them out of a text, each under its label. */
export function dueRedactors(due: DueCredentials): readonly LiteralRedactor[] {
  return [
    ...due.texts.map((text) => new LiteralRedactor(text, DUE_LABELS.texts)),
    ...due.signatures.map((text) => new LiteralRedactor(text, DUE_LABELS.signatures)),
  ];
}

/** A target may compare the bytes, and show them in an encoding of its own. */
function inHexAndBase64(due: string): readonly string[] {
  if (/^(?:[\da-f]{2})+$/i.test(due)) return [due, Buffer.from(due, "hex").toString("base64")];
  const bytes = Buffer.from(due, "base64");
  return bytes.toString("base64") === due ? [due, bytes.toString("hex")] : [due];
}

/** A signing module may refuse what no valid request holds, such as an empty timestamp. */
async function signature(signer: Signer, parts: SignedParts, secret: string): Promise<string | undefined> {
  try {
    return await signer.sign(parts, secret);
  } catch (error) {
    if (error instanceof SignerError) return undefined;
    throw error;
  }
}

/** Whether a signature was sent, whole, in whatever spelling: an answer may repeat what was sent. */
function isSpelling(due: string, sent = ""): boolean {
  const [one, other] = [due, sent].map((text) => text.toLowerCase().replaceAll(/[^a-z\d]/g, ""));
  return one !== undefined && other?.includes(one) === true;
}

/** Returns the signed text if it differs from all sent texts. It joins parts that the request sends separately. */
function textsOf(signer: Signer, parts: SignedParts): string[] {
  const { covers } = signer;
  const joins = (covers("timestamp") || covers("nonce")) && (covers("path") || covers("body"));
  const text = joins ? signer.payloadOf(parts)?.toString("utf8") : undefined;
  const isTelling =
    text !== undefined &&
    text.length >= MIN_TEXT_CHARS &&
    text.length <= MAX_TEXT_CHARS &&
    [parts.timestamp, parts.nonce].some((part) => part !== "" && text.includes(part)) &&
    !Buffer.from(parts.body ?? [])
      .toString("utf8")
      .includes(text);
  return isTelling ? [text] : [];
}
