import { EMBEDDED } from "../profile/base-url.ts";

/** Where `serve` listens by default. */
const SERVED = "http://127.0.0.1:4010";

/** The address that a curl line names: of the embedded reference, which is gone by then, that of `serve`. */
export function curlAddress(baseUrl: string): string {
  return baseUrl === EMBEDDED ? SERVED : baseUrl;
}
