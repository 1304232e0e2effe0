import type { Mutant } from "../mutant.ts";
import { accountMutants } from "./account.ts";
import { apiKeyMutants, apiKeySufficesMutants } from "./api-key.ts";
import { budgetMutants } from "./budget.ts";
import { callbackUrlOverLengthMutants } from "./callback-url-over-length.ts";
import { callbackUrlRefusalMutants } from "./callback-url-refusal.ts";
import { callbackUrlMutants } from "./callback-url.ts";
import { cardMutants } from "./card.ts";
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

/** Every server that is wrong in one way. */
export const mutants: readonly Mutant[] = [
  ...envelopeMutants,
  ...versioningMutants,
  ...apiKeySufficesMutants,
  ...apiKeyMutants,
  ...signatureMutants,
  ...freshnessMutants,
  ...configurationMutants,
  ...registerMutants,
  ...registerIdentityMutants,
  ...registerRefusalMutants,
  ...callbackUrlMutants,
  ...callbackUrlOverLengthMutants,
  ...callbackUrlRefusalMutants,
  ...queryMutants,
  ...disableMutants,
  ...disableLastsMutants,
  ...lifecycleMutants,
  ...isolationMutants,
  ...concurrencyLostMutants,
  ...concurrencyMutants,
  ...transactionMutants,
  ...accountMutants,
  ...cardMutants,
  ...budgetMutants,
  ...subAccountMutants,
  ...threeDSecureMutants,
];
