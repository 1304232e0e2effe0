import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { SignatureFunction } from "./signature-scheme.ts";
import { SignerError } from "./signer-error.ts";

/** What may stand in a header: visible ASCII, blanks inside. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/**
 * Loads a signing module.
 * @throws {SignerError} when it cannot be loaded or has no function as default export. The function that is returned
 * throws it too: when the module throws, or returns what cannot stand in a header.
 */
export async function signatureModule(file: string, directory: string): Promise<SignatureFunction> {
  const path = resolve(directory, file);
  const sign = defaultExport(await load(path));
  if (!isFunction(sign)) {
    throw new SignerError(`Cannot use the signing module ${path}: its default export is not a function`);
  }
  return async (input) => {
    const signature = await attempt(path, () => sign(input));
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

async function attempt(path: string, sign: () => unknown): Promise<unknown> {
  try {
    return await sign();
  } catch (error) {
    throw new SignerError(`Cannot sign with ${path}: it threw ${String(error)}`, { cause: error });
  }
}

function defaultExport(module: unknown): unknown {
  return typeof module === "object" && module !== null && "default" in module ? module.default : undefined;
}

function isFunction(value: unknown): value is (input: Parameters<SignatureFunction>[0]) => unknown {
  return typeof value === "function";
}

function kindOf(value: unknown): string {
  return typeof value === "string"
    ? "an empty string or one with odd characters"
    : `a value of type ${typeof value}`;
}
