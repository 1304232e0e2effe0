import { EMBEDDED } from "../profile/fields/base-url.ts";

/** The default address of `serve`. */
const SERVED = "http://127.0.0.1:4010";

/** The address in a curl line. For the embedded reference, which ends with its run, it is that of `serve`. */
export function curlAddress(baseUrl: string): string {
  return baseUrl === EMBEDDED ? SERVED : baseUrl;
}
