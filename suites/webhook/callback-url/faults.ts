import type { Call } from "../../../lib/reference/call.ts";
import { mutant, type Change, type Mutant } from "../../../lib/reference/mutant.ts";
import { refusal, type RefusalReason } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";
import { urlParts } from "../../../lib/reference/url-parts.ts";
import { storing } from "../../../lib/reference/faults.ts";

/** A value that is refused for `reason` is taken for the URL that `read` returns; undefined: it stays refused. */
export function taking(
  reasons: readonly RefusalReason[],
  read: (value: unknown, call: Call) => string | undefined,
): Change {
  return ({ callbackUrl }) => ({
    callbackUrl: {
      judge: (call, value) => {
        const verdict = callbackUrl.judge(call, value);
        if (typeof verdict === "string" || !reasons.includes(verdict.reason)) return verdict;
        return read(value, call) ?? verdict;
      },
    },
  });
}

/** Texts that are to be refused are accepted where `when` says so. */
export const accepting = (
  when: (url: string, call: Call) => boolean,
  reasons: readonly RefusalReason[],
): Change =>
  taking(reasons, (value, call) => (typeof value === "string" && when(value, call) ? value : undefined));

/** URLs that are to be accepted are refused where `when` says so. */
const refusing =
  (when: (url: string) => boolean): Change =>
  ({ callbackUrl }) => ({
    callbackUrl: {
      judge: (call, value) => {
        const verdict = callbackUrl.judge(call, value);
        return typeof verdict === "string" && when(verdict) ? refusal("not-a-url", verdict) : verdict;
      },
    },
  });

/** The caller's configuration before the request. */
export function currentOf(call: Call): Configuration | undefined {
  const caller = call.rules.authentication.authenticate(call);
  return "refused" in caller ? undefined : call.store.configurationOf(caller.name);
}

/** A mutant of one requirement that rewrites what is accepted, refused or stored. */
export const urlMutant =
  (breaks: string) =>
  (name: string, change: Change): Mutant =>
    mutant(name, breaks, change);

/** Mutants that refuse URLs which are to be accepted. */
export function refusingUrls(
  breaks: string,
  faults: Readonly<Record<string, (url: string) => boolean>>,
): Mutant[] {
  return Object.entries(faults).map(([name, when]) => mutant(name, breaks, refusing(when)));
}

/** Mutants that store another text than the one that was accepted. */
export function rewritingUrls(
  breaks: string,
  faults: Readonly<Record<string, (url: string, call: Call) => string>>,
): Mutant[] {
  return Object.entries(faults).map(([name, change]) => mutant(name, breaks, storing(change)));
}

export const pathOf = (url: string): string => urlParts(url).rest.replace(/[?#].*$/s, "");
