import type { Mutant } from "../mutant.ts";
import { accountMutants } from "./account.ts";
import { apiKeyMutants, apiKeySufficesMutants } from "./api-key.ts";
import { budgetMutants } from "./budget.ts";
import { callbackUrlOverLengthMutants } from "./callback-url-over-length.ts";
import { callbackUrlRefusalMutants } from "./callback-url-refusal.ts";
import { callbackUrlMutants } from "./callback-url.ts";
import { cardMutants } from "./card.ts";
import {
  alsoBreaking,
  inSequences,
  whereDisableSucceeds,
  whereIdentityIsKept,
  whereKeysAreWrong,
  whereNothingMayChange,
  wherePairsAreCompared,
  whereQuerySucceeds,
  whereRegisterSucceeds,
  whereStatusIsRead,
  whereUrlsAreReadBack,
  whereUrlsAreWrong,
} from "./consequences.ts";
import { concurrencyLostMutants } from "./concurrency-lost.ts";
import { concurrencyMutants } from "./concurrency.ts";
import { configurationMutants } from "./configuration.ts";
import { disableLastsMutants } from "./disable-lasts.ts";
import { disableMutants } from "./disable.ts";
import { envelopeMutants } from "./envelope.ts";
import { isolationMutants } from "./isolation.ts";
import { lifecycleMutants } from "./lifecycle.ts";
import { queryMutants } from "./query.ts";
import { registerIdentityMutants } from "./register-identity.ts";
import { registerRefusalMutants } from "./register-refusal.ts";
import { registerMutants } from "./register.ts";
import { freshnessMutants } from "./freshness.ts";
import { signatureMutants } from "./signature.ts";
import { subAccountMutants } from "./sub-account.ts";
import { threeDSecureMutants } from "./three-d-secure.ts";
import { transactionMutants } from "./transaction.ts";
import { versioningMutants } from "./versioning.ts";

const whereOperationsSucceed = [...whereRegisterSucceeds, ...whereQuerySucceeds, ...whereDisableSucceeds];

/** Every server that is wrong in one way. */
export const mutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...alsoBreaking(versioningMutants, whereOperationsSucceed),
  ...alsoBreaking(apiKeySufficesMutants, whereOperationsSucceed),
  ...alsoBreaking(apiKeyMutants, whereKeysAreWrong),
  ...signatureMutants,
  ...freshnessMutants,
  ...configurationMutants,
  ...alsoBreaking(
    registerMutants,
    inSequences,
    wherePairsAreCompared,
    whereUrlsAreReadBack,
    whereRegisterSucceeds,
  ),
  ...alsoBreaking(registerIdentityMutants, inSequences, whereIdentityIsKept),
  ...alsoBreaking(registerRefusalMutants, inSequences, whereStatusIsRead),
  ...alsoBreaking(callbackUrlMutants, inSequences, whereUrlsAreReadBack),
  ...callbackUrlOverLengthMutants,
  ...alsoBreaking(callbackUrlRefusalMutants, whereUrlsAreWrong, whereNothingMayChange),
  ...alsoBreaking(
    queryMutants,
    inSequences,
    whereUrlsAreReadBack,
    whereIdentityIsKept,
    whereStatusIsRead,
    wherePairsAreCompared,
    whereQuerySucceeds,
    whereNothingMayChange,
  ),
  ...alsoBreaking(
    disableMutants,
    inSequences,
    whereUrlsAreReadBack,
    whereDisableSucceeds,
    whereStatusIsRead,
    whereIdentityIsKept,
  ),
  ...alsoBreaking(
    disableLastsMutants,
    inSequences,
    whereStatusIsRead,
    whereNothingMayChange,
    wherePairsAreCompared,
  ),
  ...alsoBreaking(
    lifecycleMutants,
    inSequences,
    wherePairsAreCompared,
    whereUrlsAreReadBack,
    whereStatusIsRead,
    whereNothingMayChange,
    whereIdentityIsKept,
  ),
  ...alsoBreaking(
    isolationMutants,
    wherePairsAreCompared,
    whereUrlsAreReadBack,
    whereStatusIsRead,
    whereIdentityIsKept,
  ),
  ...concurrencyLostMutants,
  ...alsoBreaking(concurrencyMutants, inSequences, whereUrlsAreReadBack, whereNothingMayChange),
  ...transactionMutants,
  ...accountMutants,
  ...cardMutants,
  ...budgetMutants,
  ...subAccountMutants,
  ...threeDSecureMutants,
];
