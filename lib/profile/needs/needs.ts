import type { Need } from "../../engine/requirement/requirement.ts";
import { isOperationOf, isReading } from "../schema/operation-schema.ts";
import type { Profile } from "../schema/profile-schema.ts";

type ProfileNeed = Need<Profile>;

export const secondMerchant: ProfileNeed = {
  field: "merchants[1]",
  what: "a second merchant",
  isOffered: ({ merchants }) => merchants.length > 1,
};

export const otherHosts: ProfileNeed = {
  field: "callback.varyHost",
  what: "permission for hosts below the callback base",
  isOffered: ({ callback }) => callback.varyHost,
};

export const receiver: ProfileNeed = {
  field: "events.receiver",
  what: "a receiver of deliveries",
  isOffered: ({ events }) => events.receiver !== null,
};

export const trigger: ProfileNeed = {
  field: "events.trigger",
  what: "a way to trigger an event",
  isOffered: ({ events }) => events.trigger !== null || Object.keys(events.triggers).length > 0,
};

export const deliverySigning: ProfileNeed = {
  field: "events.signing",
  what: "the signature scheme of deliveries",
  isOffered: ({ events }) => events.signing !== null,
};

/** A body for an operation, `transaction/query`, or for any operation of an area, `budget`. */
export function exampleOf(name: string): ProfileNeed {
  return {
    field: operationField(name),
    what: `an example request for ${name}`,
    isOffered: ({ operations }) => Object.keys(operations).some((given) => isOperationOf(name, given)),
  };
}

/**
 * Any operation of an area that a run may call: it only reads, or the profile consents to its effect.
 * @param known where a profile gives one: `account/detail`; the area itself, if the document names no path
 */
export function callableOperation(area: string, known = area): ProfileNeed {
  return {
    field: operationField(known),
    what: `an operation of ${area} that a run may call`,
    isOffered: ({ operations }) =>
      Object.entries(operations).some(
        ([given, one]) => isOperationOf(area, given) && (isReading(given, one) || one.mayTakeEffect === true),
      ),
  };
}

/** Consent to an operation with a permanent effect, or to any of an area. */
export function lastingOperation(name: string): ProfileNeed {
  return {
    field: `operations["${name}"].mayTakeEffect`,
    what: `consent to ${name}, which has a permanent effect`,
    isOffered: ({ operations }) =>
      Object.entries(operations).some(
        ([given, { mayTakeEffect }]) => mayTakeEffect === true && isOperationOf(name, given),
      ),
  };
}

export function operationField(name: string): string {
  return `operations["${name}"].body`;
}
