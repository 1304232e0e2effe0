import { ambient } from "../../lib/check.ts";

export const idIsAnInteger = ambient("configuration.id-integer");
export const merchantIdIsAString = ambient("configuration.merchant-id-string");
export const callbackUrlIsAString = ambient("configuration.callback-url-string");
export const eventTypesHoldAJsonArray = ambient("configuration.event-types-json");
export const statusIsZeroOrOne = ambient("configuration.status-zero-or-one");
export const retryCountIsANaturalNumber = ambient("configuration.retry-count-integer");
export const createTimeIsInUtc = ambient("configuration.create-time-utc");
export const updateTimeIsInUtc = ambient("configuration.update-time-utc");
export const isUpdatedAfterItIsCreated = ambient("configuration.times-in-order");
