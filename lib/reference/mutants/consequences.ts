import type { Consequence, Mutant } from "../mutant.ts";

/** Requirements whose checks take the same steps, so that a fault in one shows in the others, and why. */
function because(reason: string, ...ids: readonly Consequence["id"][]): readonly Consequence[] {
  return ids.map((id) => ({ id, reason }));
}

export const inSequences = because(
  "sequences of operations take this step too",
  "lifecycle.walkthrough",
  "lifecycle.any-sequence",
  "lifecycle.reads-follow-writes",
  "isolation.any-sequence",
  "isolation.concurrent",
  "concurrency.keeps-identity",
);

export const wherePairsAreCompared = because(
  "the checks of isolation compare the configuration before and after",
  "isolation.query-own",
  "isolation.register-own",
  "isolation.disable-own",
  "isolation.merchant-ids-differ",
  "isolation.query-parameter",
  "isolation.body-member",
  "isolation.header",
  "isolation.any-sequence",
  "isolation.concurrent",
);

export const whereUrlsAreReadBack = because(
  "every check that reads the configuration compares the URL",
  "register.creates",
  "register.stores",
  "register.replaces",
  "register.replaces-near-identical",
  "register.same-url-again",
  "register.replaces-on-disabled",
  "callback-url.ordinary-syntax",
  "callback-url.max-length",
  "callback-url.unusual-as-given",
  "callback-url.international-as-given",
  "concurrency.ends-whole",
  "concurrency.reads-registered",
  "disable.keeps-callback-url",
);

export const whereRegisterSucceeds = because(
  "every check that registers needs it to succeed",
  "versioning.path-prefix",
  "api-key.suffices",
  "api-key.header-name-case",
  "register.accepts",
  "register.replaces",
  "register.replaces-near-identical",
  "register.same-url-again",
  "register.replaces-on-disabled",
  "callback-url.ordinary-syntax",
  "callback-url.max-length",
);

export const whereQuerySucceeds = because(
  "every check that reads the configuration needs query to succeed",
  "versioning.path-prefix",
  "api-key.suffices",
  "api-key.header-name-case",
  "api-key.every-request",
  "register.creates",
  "query.answers",
);

export const whereDisableSucceeds = because(
  "every check that disables needs it to succeed",
  "versioning.path-prefix",
  "api-key.suffices",
  "disable.succeeds",
  "disable.needs-no-body",
);

export const whereNothingMayChange = because(
  "other checks compare the configuration before and after too",
  "query.changes-nothing",
  "register.refusal-changes-nothing",
  "api-key.refusal-has-no-effect",
  "signature.refusal-has-no-effect",
);

export const whereIdentityIsKept = because(
  "every operation keeps these fields, and the next one brings the old value back",
  "register.keeps-id",
  "register.keeps-merchant-id",
  "register.keeps-create-time",
  "register.update-time-never-back",
  "disable.keeps-id",
  "disable.keeps-merchant-id",
  "disable.keeps-create-time",
);

export const whereStatusIsRead = because(
  "other checks read the status after disable too",
  "disable.sets-status",
  "disable.again",
  "disable.lasts",
);

export const whereKeysAreWrong = because(
  "keys that are wrong in other ways are alike to this server too",
  "api-key.unknown",
  "api-key.truncated",
  "api-key.extended",
  "api-key.case-changed",
  "api-key.one-character-off",
  "api-key.every-request",
  "disable.still-authenticates",
);

export const whereUrlsAreWrong = because(
  "a URL that is wrong in one way may be read as wrong in another",
  "callback-url.not-a-url",
  "callback-url.leading-blank",
  "callback-url.white-space-in-host",
  "callback-url.without-host",
  "callback-url.https-only",
  "callback-url.without-scheme",
  "callback-url.look-alike-scheme",
  "callback-url.https-elsewhere",
);

/** The mutants, with what else their faults break. */
export function alsoBreaking(
  mutants: readonly Mutant[],
  ...families: readonly (readonly Consequence[])[]
): Mutant[] {
  return mutants.map((mutant) => {
    const named = new Map([...families.flat(), ...mutant.consequences].map((one) => [one.id, one]));
    named.delete(mutant.breaks);
    return { ...mutant, consequences: [...named.values()] };
  });
}
