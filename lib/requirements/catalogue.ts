import { account } from "./account.ts";
import { apiKey } from "./api-key.ts";
import { authorization } from "./authorization.ts";
import { budget } from "./budget.ts";
import { callbackUrl } from "./callback-url.ts";
import { card } from "./card.ts";
import { concurrency } from "./concurrency.ts";
import { configuration } from "./configuration.ts";
import { delivery } from "./delivery.ts";
import { disable } from "./disable.ts";
import { envelope } from "./envelope.ts";
import { freshness } from "./freshness.ts";
import { isolation } from "./isolation.ts";
import { lifecycle } from "./lifecycle.ts";
import { limits } from "./limits.ts";
import { query } from "./query.ts";
import { register } from "./register.ts";
import type { Requirement } from "./requirement.ts";
import { signature } from "./signature.ts";
import { subAccount } from "./sub-account.ts";
import { threeDSecure } from "./three-d-secure.ts";
import { transaction } from "./transaction.ts";
import { versioning } from "./versioning.ts";

const rows = {
  ...envelope,
  ...apiKey,
  ...signature,
  ...freshness,
  ...isolation,
  ...configuration,
  ...register,
  ...callbackUrl,
  ...query,
  ...disable,
  ...lifecycle,
  ...concurrency,
  ...limits,
  ...versioning,
  ...transaction,
  ...account,
  ...card,
  ...budget,
  ...subAccount,
  ...threeDSecure,
  ...delivery,
  ...authorization,
} as const;

/** Every requirement id of the catalogue. */
export type RequirementId = keyof typeof rows;

/** Ids whose row the document leaves open: they are observed, never judged. */
export type UnspecifiedId = {
  [Id in RequirementId]: (typeof rows)[Id]["level"] extends "unspecified" ? Id : never;
}[RequirementId];

/** Ids of rows that bind: stated, inferred and advisory ones. */
export type NormativeId = Exclude<RequirementId, UnspecifiedId>;

/** The catalogue: every requirement of the API document, in the order of the document. */
export const catalogue: Readonly<Record<RequirementId, Requirement>> = rows;

export const requirementIds = Object.keys(rows).filter(isRequirementId);

/** Whether a text names a row of the catalogue. */
export function isRequirementId(text: string): text is RequirementId {
  return Object.hasOwn(rows, text);
}

/** Whether a row binds, so that a check decides about it. */
export function isNormative(id: RequirementId): id is NormativeId {
  return catalogue[id].level !== "unspecified";
}

/** The area of an id: `callback-url` for `callback-url.max-length`. */
export function areaOf(id: RequirementId): string {
  return id.slice(0, id.indexOf("."));
}
