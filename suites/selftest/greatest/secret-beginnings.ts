import { profiles } from "../judge-target.ts";

/** The beginnings of all credentials of the profile. Each is long enough to be recognised, and none is whole. */
export const CREDENTIALS: readonly string[] = profiles["api-key"].merchants.flatMap(
  ({ apiKey, secret = "" }) => [apiKey, secret].map((one) => one.slice(0, -6)),
);
