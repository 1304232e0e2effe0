import { observe } from "../../lib/check.ts";
import type { Context } from "../../lib/context.ts";
import { acquainted } from "../../lib/observing/acquainted.ts";
import { extraNames } from "../../lib/observing/extra-names.ts";
import { idSize, merchantIdForm, timeFormat } from "../../lib/observing/forms.ts";
import { type Observed, steady } from "../../lib/observing/observed.ts";
import { type Plain, plainOf } from "../../lib/observing/plain.ts";
import {
  CONFIGURATION_FIELDS,
  type ConfigurationField,
  readEventTypes,
} from "../../lib/wire/configuration.ts";
import { UnreturnedError } from "../../lib/verdict.ts";
import { fieldOf, type JsonObject } from "../../lib/wire/finding.ts";
import type { JsonValue } from "../../lib/wire/json.ts";

/** What query returned once there was something to return. */
async function configurations(context: Context): Promise<JsonObject[]> {
  const registered = new Set<string>();
  return (await acquainted(context)).flatMap(({ caller, label, succeeded, configuration }) => {
    if (label === "register" && succeeded) registered.add(caller);
    return succeeded && configuration !== undefined && registered.has(caller) ? [configuration] : [];
  });
}

/** What a field looks like in every configuration that has it. */
async function looksAt<T extends Plain>(
  context: Context,
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

export const fieldsReturned = observe("configuration.fields-returned", async (context): Promise<Observed> => {
  const seen = await configurations(context);
  const fields = CONFIGURATION_FIELDS.map(
    (field) => [field, steady(seen.map((one) => presence(one, field)))] as const,
  );
  const named: readonly string[] = CONFIGURATION_FIELDS;
  const added = extraNames(seen.map((one) => Object.keys(one).filter((name) => !named.includes(name))));
  return {
    value: { ...Object.fromEntries(fields.map(([field, { value }]) => [field, value])), added: added.value },
    stable: added.stable && fields.every(([, { stable }]) => stable),
  };
});

function presence(configuration: JsonObject, field: ConfigurationField): string {
  if (!Object.hasOwn(configuration, field)) return "absent";
  return configuration[field] === null ? "null" : "returned";
}

export const sizeOfId = observe("configuration.id-size", async (context) =>
  steady(await looksAt(context, ["id"], idSize)),
);

export const formOfMerchantId = observe("configuration.merchant-id-form", async (context) =>
  steady(await looksAt(context, ["merchantId"], merchantIdForm)),
);

export const formatOfTimes = observe("configuration.time-format", async (context) => {
  const looks = await looksAt(context, ["createTime", "updateTime"], timeFormat);
  const observed = steady(looks);
  if (observed.stable) return observed;
  const [only, ...others] = new Set(looks.map((look) => look.replace(/[.,]s+/, "")));
  return only !== undefined && others.length === 0
    ? { value: `${only}, with a fraction of varying length`, stable: true }
    : observed;
});

export const listOfEventTypes = observe("configuration.event-types-list", async (context) =>
  steady(
    await looksAt(context, ["eventTypes"], (value) =>
      typeof value === "string" ? readEventTypes(value)?.toSorted() : undefined,
    ),
  ),
);

export const valueOfRetryCount = observe(
  "configuration.retry-count-value",
  async (context): Promise<Observed> => {
    const observed = steady(await looksAt(context, ["retryCount"], plainOf));
    return observed.stable ? observed : { value: "changes over the run", stable: true };
  },
);
