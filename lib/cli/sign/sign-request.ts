import { readFile } from "node:fs/promises";
import { createAuthenticator } from "../../api/credentials/authenticator.ts";
import type { HeaderPair } from "../../http/transport.ts";
import { didYouMean } from "../../profile/fields/did-you-mean.ts";
import type { Environment } from "../../profile/yaml/interpolate.ts";
import { loadProfile } from "../../profile/load/load-profile.ts";
import type { MerchantCredentials, Profile } from "../../profile/schema/profile-schema.ts";
import { resolveOptions } from "../../profile/options/resolve-options.ts";
import { curlLine, type CurlRequest } from "../../signer/curl-line.ts";
import { signerOf } from "../../signer/signer.ts";
import { curlAddress } from "../curl-address.ts";
import { merchantVariable } from "../shell-variable.ts";
import { UsageError } from "../usage-error.ts";

export interface SignRequest {
  readonly path: string;
  readonly profile: string;
  readonly method: string;
  readonly baseUrl?: string;
  readonly merchant?: string;
  readonly body?: string;
  readonly reveal?: boolean;
  readonly curl?: boolean;
}

const JSON_TYPE: HeaderPair = ["Content-Type", "application/json"];

/**
 * Prints the headers and the curl line of one request.
 * @throws {UsageError}, {ProfileError} or {OptionsError} with the correction
 */
export async function signRequest(request: SignRequest, env: Environment): Promise<string> {
  const profile = await profileOf(request, env);
  const merchant = merchantOf(profile, request.merchant);
  const signed = await sign(request, profile, merchant);
  const hidden =
    request.reveal === true ? [] : [{ value: merchant.apiKey, name: merchantVariable(merchant.name) }];
  const curl = curlLine(signed, hidden);
  if (request.curl === true) return `${curl}\n`;
  const headers = signed.headers.map(([name, value]) => {
    const shown = hidden.find((secret) => secret.value === value);
    return `${name}: ${shown === undefined ? value : `$${shown.name}`}`;
  });
  return `${[...headers, "", curl].join("\n")}\n`;
}

async function profileOf({ profile, baseUrl }: SignRequest, env: Environment): Promise<Profile> {
  const loaded = await loadProfile(profile, env);
  const resolved = resolveOptions(baseUrl === undefined ? {} : { baseUrl }, env, loaded).profile;
  return { ...resolved, baseUrl: curlAddress(resolved.baseUrl) };
}

function merchantOf({ merchants }: Profile, name: string | undefined): MerchantCredentials {
  const found = name === undefined ? merchants[0] : merchants.find((merchant) => merchant.name === name);
  if (found !== undefined) return found;
  const names = merchants.map((merchant) => merchant.name);
  const meant = didYouMean(name ?? "", names);
  const hint = meant === undefined ? `there are ${names.join(", ")}` : `did you mean "${meant}"?`;
  throw new UsageError(`Cannot sign as "${name}": the profile has no such merchant; ${hint}`);
}

async function sign(
  { path, method, body: text }: SignRequest,
  { auth, baseUrl }: Profile,
  merchant: MerchantCredentials,
): Promise<CurlRequest> {
  const body = await bodyOf(text);
  const { pathname, origin } = new URL(baseUrl);
  const target = `${pathname.replace(/\/$/, "")}${path.startsWith("/") ? path : `/abc/v1/${path}`}`;
  const draft = {
    label: "sign",
    path: target,
    method,
    expects: "open",
    ...(body !== undefined && { body }),
  } as const;
  const authenticator = createAuthenticator({ merchant, clock: Date, signer: await signerOf(auth) });
  const credentials = await authenticator.headers(draft, target);
  const headers = body === undefined ? credentials : [JSON_TYPE, ...credentials];
  return { method, url: `${origin}${target}`, headers, ...(body !== undefined && { body }) };
}

async function bodyOf(text: string | undefined): Promise<Uint8Array | undefined> {
  if (text === undefined) return undefined;
  if (!text.startsWith("@")) return Buffer.from(text);
  try {
    return await readFile(text.slice(1));
  } catch {
    throw new UsageError(`Cannot read the body: there is no file ${text.slice(1)}`);
  }
}
