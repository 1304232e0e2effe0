import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SignatureFunction } from "./signature-scheme.ts";
import { SignerError } from "./signer-error.ts";

const MIN_QUOTED_CHARS = 4;
/** A header value: visible ASCII, with spaces inside. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * Loads a signing module.
 * @throws {SignerError} if it cannot be loaded or has no function as default export. The returned function
 *   throws it too, if the module throws, or returns an invalid header value
 */
export async function signatureModule(file: string, directory: string): Promise<SignatureFunction> {
  const path = resolve(directory, file);
  const sign = defaultExport(await load(path));
  if (!isFunction(sign)) {
    throw new SignerError(`Cannot use the signing module ${path}: its default export is not a function`);
  }
  return async (input) => {
    const signature = await attempt(path, sign, input);
    if (typeof signature === "string" && HEADER_VALUE.test(signature)) return signature;
    throw new SignerError(
      `Cannot sign with ${path}: it returned ${kindOf(signature)}, not a string that fits in a header`,
    );
  };
}

async function load(path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    throw new SignerError(`Cannot load the signing module ${path}: ${String(error)}`, { cause: error });
  }
}

type Input = Parameters<SignatureFunction>[0];

async function attempt(path: string, sign: (input: Input) => unknown, input: Input): Promise<unknown> {
  try {
    return await sign(input);
  } catch (error) {
    const what = quotesCredential(String(error), input) ? "an error that quotes a credential" : String(error);
    throw new SignerError(`Cannot sign with ${path}: it threw ${what}`);
  }
}

/** Whether a text contains the secret, a line of it, or the key, in a form in which they travel. */
function quotesCredential(text: string, { secret, apiKey }: Input): boolean {
  const lower = text.toLowerCase();
  return [...secret.split(/\r?\n/), secret, apiKey]
    .filter((part) => part.length >= MIN_QUOTED_CHARS && !part.startsWith("-----"))
    .flatMap((part) => {
      const bytes = Buffer.from(part);
      const base64 = bytes.toString("base64").replace(/={1,2}$/, "");
      return [
        part,
        JSON.stringify(part).slice(1, -1),
        encodeURIComponent(part),
        base64,
        bytes.toString("hex"),
      ];
    })
    .some((form) => lower.includes(form.toLowerCase()));
}

function defaultExport(module: unknown): unknown {
  return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
}

function isFunction(value: unknown): value is (input: Input) => unknown {
  return typeof value === "function";
}

function kindOf(value: unknown): string {
  return typeof value === "string"
    ? "an empty string or one with odd characters"
    : `a value of type ${typeof value}`;
}
