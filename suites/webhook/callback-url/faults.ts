import type { Call } from "../../../lib/reference/call.ts";
import { changing } from "../../../lib/reference/changes.ts";
import { storing } from "../../../lib/reference/faults.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import { refusal, type RefusalReason } from "../../../lib/reference/outcome.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";

/** A form of texts, or any condition. */
type Kind<Value> = RegExp | ((value: Value, call: Call) => boolean);

const ALL_BUT_TOO_LONG: readonly RefusalReason[] = ["missing-url", "not-a-url", "not-https"];

function isOfKind<Value>(kind: Kind<Value>, value: Value, call: Call): boolean {
  return kind instanceof RegExp ? typeof value === "string" && kind.test(value) : kind(value, call);
}

/**
 * Values of this kind that are to be refused are taken for a URL.
 * @param read gets the value, or an empty text if it is not a text
 */
export const taking = (
  kind: Kind<unknown>,
  read: (text: string, call: Call, value: unknown) => string,
  reasons = ALL_BUT_TOO_LONG,
): Change =>
  changing("callbackUrl.judge", (verdict, call, value) => {
    if (typeof verdict === "string" || !reasons.includes(verdict.reason)) return verdict;
    return isOfKind(kind, value, call) ? read(typeof value === "string" ? value : "", call, value) : verdict;
  });

/** Texts of this kind that are to be refused are accepted. */
export const accepting = (kind: Kind<string>, reasons?: readonly RefusalReason[]): Change =>
  taking(
    (value, call) => typeof value === "string" && isOfKind(kind, value, call),
    (text) => text,
    reasons,
  );

/** URLs of this kind that are to be accepted are refused. */
export const rejecting = (kind: Kind<string>): Change =>
  changing("callbackUrl.judge", (verdict, call) =>
    typeof verdict === "string" && isOfKind(kind, verdict, call) ? refusal("not-a-url", verdict) : verdict,
  );

export const rewriting = (part: RegExp, other: string): Change => storing((url) => url.replace(part, other));

export const pathOf = (url: string): string => urlParts(url).rest.replace(/[?#].*$/s, "");
export const hostOf = (url: string): string => (url.startsWith("https://") ? urlParts(url).host : "");
