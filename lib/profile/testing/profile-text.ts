import { parseProfile } from "../load/load-profile.ts";
import { ProfileError } from "../fields/profile-error.ts";

export const directory = import.meta.dirname;
const FILE = `${directory}/profile.yaml`;
export const SHOWN = "lib/profile/testing/profile.yaml";

/** The required fields of a profile in api-key mode. */
export const HEAD = `name: sandbox
baseUrl: https://issuer.example
auth: { mode: api-key }
merchants: [{ name: alpha, apiKey: key-alpha }]
`;
/** A profile in signed mode that ends before its signature block. */
export const SIGNED = `name: sandbox
baseUrl: https://issuer.example
merchants: [{ name: alpha, apiKey: key-alpha, secret: s3cr3t }]
auth:
  mode: signed
`;

type Env = Record<string, string>;

/** The open requirements that these tests know. */
const OPEN = ["query.answer", "register.answer", "register.effect"];

/** Loads a text as if it were beside this file. */
export const load = (text: string, env: Env = {}) =>
  parseProfile(text, FILE, env, {
    open: OPEN,
    known: [...OPEN, "envelope.complete"],
    replacementOf: (id) => (id === "register.update-time" ? "it is now part of register.effect" : undefined),
  });

/** The lines of the error, without the name of the file. */
export function problems(text: string, env: Env = {}): string[] {
  try {
    load(text, env);
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.message.split("\n").map((line) => line.replace(`${SHOWN}:`, ""));
  }
  return [];
}
