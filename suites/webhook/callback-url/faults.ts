import type { Call } from "../../../lib/reference/call.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import { refusal, type RefusalReason } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";
import { changing } from "../../../lib/reference/changes.ts";

/** A value that is refused for `reason` is taken for the URL that `read` returns; undefined: it stays refused. */
export function taking(
  reasons: readonly RefusalReason[],
  read: (value: unknown, call: Call) => string | undefined,
): Change {
  return changing("callbackUrl.judge", (verdict, call, value) => {
    if (typeof verdict === "string" || !reasons.includes(verdict.reason)) return verdict;
    return read(value, call) ?? verdict;
  });
}

/** Texts that are to be refused are accepted where `when` says so. */
export const accepting = (
  when: (url: string, call: Call) => boolean,
  reasons: readonly RefusalReason[],
): Change =>
  taking(reasons, (value, call) => (typeof value === "string" && when(value, call) ? value : undefined));

/** URLs that are to be accepted are refused where `when` says so. */
export const refusing = (when: (url: string) => boolean): Change =>
  changing("callbackUrl.judge", (verdict) =>
    typeof verdict === "string" && when(verdict) ? refusal("not-a-url", verdict) : verdict,
  );

/** The caller's configuration before the request. */
export function currentOf(call: Call): Configuration | undefined {
  const caller = call.rules.authentication.authenticate(call);
  return "refused" in caller ? undefined : call.store.configurationOf(caller.name);
}

export const pathOf = (url: string): string => urlParts(url).rest.replace(/[?#].*$/s, "");
