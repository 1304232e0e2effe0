import type { MerchantCredentials, Profile } from "../../profile/profile-schema.ts";
import { Redactor } from "../../secrets/redactor.ts";
import { credentialFinder } from "../credential-finder.ts";

/** A credential, and what stands in its place in a recording. */
export interface StandIn {
  readonly value: string;
  readonly standIn: string;
  readonly isIn: (text: string) => boolean;
  /** Puts the stand-in in its place, in whatever spelling. */
  readonly redactor: Redactor;
}

/** The facts of a profile that judgements depend on, with stand-ins for its credentials. */
export type RecordedProfile = Pick<
  Profile,
  "name" | "baseUrl" | "disposable" | "auth" | "merchants" | "callback" | "limits" | "pins" | "observe"
> & { readonly run: Pick<Profile["run"], "requireFull"> & Partial<Pick<Profile["run"], "level">> };

/** Shorter ones would be found in other text by chance. */
const MIN_TELLING_CHARS = 8;
const EVERYTHING = "{method}{path}{query}{timestamp}{nonce}{apiKey}{body}";

/** A stand-in for every credential of a profile; the same one for the same credential. */
export function standInsOf({ merchants }: Profile): readonly StandIn[] {
  const values = [...new Set(merchants.flatMap(({ apiKey, secret }) => [apiKey, secret ?? apiKey]))];
  return values.map((value, index) => {
    const standIn = standInFor(value, index);
    const redactor = new Redactor();
    redactor.add(value, standIn);
    return { value, standIn, isIn: credentialFinder(value), redactor };
  });
}

/** Text that shows credentials, with the stand-ins in their places. */
export function withStandIns(text: string, standIns: readonly StandIn[]): string {
  return standIns
    .filter(({ value, isIn }) => value.length >= MIN_TELLING_CHARS && isIn(text))
    .toSorted((a, b) => b.value.length - a.value.length)
    .reduce((shown, { redactor }) => redactor.text(shown), text);
}

/** @param redact takes every other secret out of a text */
export function recordedProfile(
  profile: Profile,
  standIns: readonly StandIn[],
  redact: (text: string) => string,
): RecordedProfile {
  const { name, baseUrl, disposable, auth, callback, limits, pins, observe, operations } = profile;
  const { requireFull, level } = profile.run;
  const shown = deeply({ name, baseUrl, disposable, callback, limits, pins, observe, operations }, redact);
  const standInOf = (value: string) => standIns.find((one) => one.value === value)?.standIn ?? "";
  return {
    ...shown,
    run: { requireFull, ...(level.length > 0 && { level }) },
    auth: recordedAuth(auth, redact),
    merchants: profile.merchants.map(({ name: called, apiKey, secret }): MerchantCredentials => ({
      name: called,
      apiKey: standInOf(apiKey),
      ...(secret !== undefined && { secret: standInOf(secret) }),
    })),
  };
}

/** Nobody verifies the signatures of a repetition: a private key or a module of the deployment is not needed for them. */
function recordedAuth(auth: Profile["auth"], redact: (text: string) => string): Profile["auth"] {
  if (auth.signature === undefined) return auth;
  const { algorithm, module: _, payload = EVERYTHING, ...others } = auth.signature;
  const hmac = algorithm === "hmac-sha512" ? algorithm : "hmac-sha256";
  return { ...auth, signature: { ...others, algorithm: hmac, payload: redact(payload) } };
}

/** Which letters a key has decides how many ways there are to change their case; nothing else of it is kept. */
function standInFor(value: string, index: number): string {
  const upper = /[A-Z]/.test(value) ? "IN-THE-PLACE-OF-A-" : "";
  const lower = /[a-z]/.test(value) ? "credential-" : "";
  return `${lower}${upper}${"0".repeat(24)}${index + 1}`;
}

function deeply<T>(value: T, redact: (text: string) => string): T {
  const copy: unknown = JSON.parse(JSON.stringify(value), (_key, member: unknown) =>
    typeof member === "string" ? redact(member) : member,
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- plain data with the same members
  return copy as T;
}
