import type { Depth } from "../../../lib/engine/requirement/effort.ts";
import type { Choices } from "../../../lib/reference/choices.ts";
import type { Mode } from "../judge-target.ts";

/** One run of the suite: which reference, and how deep. */
export interface Way {
  readonly mode: Mode;
  readonly depth: Depth;
  readonly choices: Partial<Choices>;
}

const modes: readonly Mode[] = ["api-key", "signed"];

/** How every mutant is judged, the cheapest way first. */
export const usualWays: readonly Way[] = [
  ...modes.map((mode): Way => ({ mode, depth: "quick", choices: {} })),
  ...modes.map((mode): Way => ({ mode, depth: "standard", choices: {} })),
];

/** Choices that reach nearly all code that the usual ones do not, and leave the suite all that it looks at. */
const otherChoices: readonly Partial<Choices>[] = [
  {
    jsonStyle: "pretty",
    memberOrder: "rotating",
    envelopeExtras: "changing",
    configurationExtras: "fixed",
    refusalCode: "negative",
    refusalData: "false",
    wording: "echo",
    contentEncoding: "gzip-when-asked",
    merchantIdFormat: "digits",
    timePrecision: "us",
    timeStyle: "basic",
    retryCount: "counter-touching-update-time",
    queryWithNothing: "absent-data",
    disableWithNothing: "true",
    secondDisable: "refused",
    unknownMembers: "refused",
    duplicateMembers: "refused",
    jsonReading: "relaxed",
    unexpectedBody: "refused",
    otherContentType: "refused",
    validationBeforeAuthentication: "yes",
    lengthUnit: "utf-8-bytes",
    nonceSpentBy: "successful",
    nonceScope: "service",
    credentialReasons: "one",
    futureTolerance: "tenth",
    jitter: "up-to-10-ms",
    rateLimit: "date",
  },
  {
    jsonStyle: "unicode-escapes",
    memberOrder: "reversed",
    refusalCode: "beyond-2^53",
    wording: "unicode",
    merchantIdFormat: "long-digits",
    timePrecision: "ns",
    retryCount: "counter",
    queryWithNothing: "empty-object",
    disableWithNothing: "false",
    secondDisable: "false",
    duplicateMembers: "first",
    jsonReading: "trailing-bytes",
    lengthUnit: "code-points",
    latencyMs: 1,
    rateLimit: "one-second",
    infrastructure: "503",
    initialStatus: 0,
    idScope: "merchant",
    signatureInApiKeyMode: "refused",
    otherMethods: "served",
  },
  {
    jsonStyle: "escaped-slashes",
    refusalCode: "as-success",
    merchantIdFormat: "uuid",
    timePrecision: "trimmed",
    rateLimit: "zero-seconds",
    infrastructure: "502-after-effect",
    upperCaseSchemeUrl: "refused",
    statusAfterReRegister: 1,
    statusAfterRegisterOnDisabled: "kept",
    updateTimeOnSameUrl: "kept",
    updateTimeOnDisable: "kept",
  },
];

/** How a mutant is judged that the usual ways do not reach. */
export const otherWays: readonly Way[] = otherChoices.flatMap((choices) =>
  modes.map((mode): Way => ({ mode, depth: "quick", choices })),
);
