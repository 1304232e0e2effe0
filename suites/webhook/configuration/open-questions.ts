import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { everyKindSeen } from "../../../lib/api/webhook/observing/every-kind-seen.ts";
import { extraNames } from "../../../lib/api/webhook/observing/extra-names.ts";
import { idSize, merchantIdForm, timeFormat } from "../../../lib/api/webhook/observing/forms.ts";
import { type Observed, summarizeLooks } from "../../../lib/engine/observed.ts";
import { plainOf } from "../../../lib/api/json/plain-of.ts";
import type { Plain } from "../../../lib/engine/plain.ts";
import {
  CONFIGURATION_FIELDS,
  type ConfigurationField,
  readEventTypes,
} from "../../../lib/api/merchant/configuration.ts";
import { UnreturnedError } from "../../../lib/engine/verdict.ts";
import { fieldOf, type JsonObject, type JsonValue } from "../../../lib/api/json/json.ts";

/** The answers of query after the first register. */
async function configurations(context: WebhookContext): Promise<JsonObject[]> {
  const registered = new Set<string>();
  return (await everyKindSeen(context)).flatMap(({ caller, label, succeeded, configuration }) => {
    if (label === "register" && succeeded) registered.add(caller);
    return succeeded && configuration !== undefined && registered.has(caller) ? [configuration] : [];
  });
}
/** The form of a field in every configuration that has it. */
async function looksAt<T extends Plain>(
  context: WebhookContext,
  fields: readonly ConfigurationField[],
  read: (value: JsonValue) => T | undefined,
): Promise<T[]> {
  const looks = (await configurations(context)).flatMap((configuration) =>
    fields.flatMap((field) => {
      const value = fieldOf(configuration, field);
      const look = value === undefined ? undefined : read(value);
      return look === undefined ? [] : [look];
    }),
  );
  if (looks.length > 0) return looks;
  throw new UnreturnedError(
    fields,
    `The target does not return ${fields.map((field) => `\`${field}\``).join(" or ")}.`,
  );
}

export const fieldsReturned = unspecified("configuration.fields-returned", {
  sections: ["2.1"],
  text: "Which of the eight fields the target returns, and which it adds.",
  observe: async (context): Promise<Observed> => {
    const seen = await configurations(context);
    const fields = CONFIGURATION_FIELDS.map(
      (field) => [field, summarizeLooks(seen.map((one) => presence(one, field)))] as const,
    );
    const named: readonly string[] = CONFIGURATION_FIELDS;
    const added = extraNames(seen.map((one) => Object.keys(one).filter((name) => !named.includes(name))));
    return {
      value: {
        ...Object.fromEntries(fields.map(([field, { value }]) => [field, value])),
        added: added.value,
      },
      stable: added.stable && fields.every(([, { stable }]) => stable),
    };
  },
});

function presence(configuration: JsonObject, field: ConfigurationField): string {
  if (!Object.hasOwn(configuration, field)) return "absent";
  return configuration[field] === null ? "null" : "returned";
}

export const sizeOfId = unspecified("configuration.id-size", {
  sections: ["2.1"],
  text: "How large `id` is: within 2^31, within 2^53, or beyond.",
  observe: async (context) => summarizeLooks(await looksAt(context, ["id"], idSize)),
});

export const formOfMerchantId = unspecified("configuration.merchant-id-form", {
  sections: ["2.1"],
  text: "The form of `merchantId`: digits, a UUID, or other characters.",
  observe: async (context) => summarizeLooks(await looksAt(context, ["merchantId"], merchantIdForm)),
});

export const formatOfTimes = unspecified("configuration.time-format", {
  sections: ["2.1"],
  text: "The precision and the UTC designator of `createTime` and `updateTime`.",
  observe: async (context) => {
    const looks = await looksAt(context, ["createTime", "updateTime"], timeFormat);
    const observed = summarizeLooks(looks);
    if (observed.stable) return observed;
    const [only, ...others] = new Set(looks.map((look) => look.replace(/[.,]s+/, "")));
    return only !== undefined && others.length === 0
      ? { value: `${only}, with a fraction of varying length`, stable: true }
      : observed;
  },
});

export const listOfEventTypes = unspecified("configuration.event-types-list", {
  sections: ["6"],
  text: "The event types that are subscribed by default.",
  observe: async (context) =>
    summarizeLooks(
      await looksAt(context, ["eventTypes"], (value) =>
        typeof value === "string" ? readEventTypes(value)?.toSorted() : undefined,
      ),
    ),
});

export const valueOfRetryCount = unspecified("configuration.retry-count-value", {
  sections: ["6", "8"],
  text: "The value of `retryCount`, and whether it changes over the run.",
  observe: async (context): Promise<Observed> => {
    const observed = summarizeLooks(await looksAt(context, ["retryCount"], plainOf));
    return observed.stable ? observed : { value: "changes over the run", stable: true };
  },
});
