import type { Configuration } from "../../merchant/configuration.ts";
import { isEquivalent } from "../inputs/equivalent-url.ts";
import { assertSame } from "./assert-same.ts";

/**
 * Query returns the callback URL, or one that is equivalent to it.
 * @throws {Violation} when it returns another one
 * @throws {UnreturnedError} when the target does not return it
 */
export function sameUrl(configuration: Configuration, callbackUrl: string): void {
  const shown = configuration.callbackUrl;
  if (typeof shown !== "string" || !isEquivalent(shown, callbackUrl))
    assertSame(configuration, { callbackUrl });
}
