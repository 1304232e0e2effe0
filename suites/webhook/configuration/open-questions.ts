import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { askOperations } from "../../../lib/api/webhook/observing/ask-kinds.ts";
import { idSize, merchantIdForm, timeFormat } from "../../../lib/api/webhook/observing/forms.ts";
import { returnedField } from "../../../lib/api/webhook/oracles/returned-field.ts";
import { eachPart, summarizeLooks } from "../../../lib/engine/judge/observed.ts";
import type { Observed } from "../../../lib/engine/requirement/parts.ts";
import { plainOf } from "../../../lib/api/json/type-of.ts";
import type { Plain } from "../../../lib/engine/requirement/plain.ts";
import {
  CONFIGURATION_FIELDS,
  type ConfigurationField,
  readEventTypes,
} from "../../../lib/api/merchant/configuration.ts";
import { InapplicableError, UnreturnedError } from "../../../lib/engine/record/verdict.ts";
import { describeJson, fieldOf, type JsonObject, type JsonValue } from "../../../lib/api/json/json.ts";

async function configurations(context: WebhookContext): Promise<JsonObject[]> {
  const registered = new Set<string>();
  const answers = await askOperations(context, "register", "query");
  return answers.flatMap(({ caller, label, succeeded, configuration }) => {
    if (label === "register" && succeeded) registered.add(caller);
    return succeeded && configuration !== undefined && registered.has(caller) ? [configuration] : [];
  });
}

function formOf(fields: readonly ConfigurationField[], read: (value: JsonValue) => Plain | undefined) {
  return async (context: WebhookContext): Promise<Observed> => {
    const values = (await configurations(context)).flatMap((one) =>
      fields.map((field) => fieldOf(one, field)),
    );
    const looks = values.map((value) => (value === undefined ? undefined : read(value)));
    const seen = looks.filter((look) => look !== undefined);
    if (seen.length > 0) return summarizeLooks(seen);
    throw new UnreturnedError(fields);
  };
}

function presenceOf(field: ConfigurationField) {
  return async (context: WebhookContext): Promise<Observed> =>
    summarizeLooks(
      (await configurations(context)).map((one) => {
        if (!Object.hasOwn(one, field)) return "absent";
        return one[field] === null ? "null" : "returned";
      }),
    );
}

export const values = unspecified("configuration.values", {
  sections: ["2.1", "6", "8"],
  text: "Which of the eight fields are returned, which are added, and the form of their values.",
  observe: eachPart({
    ...Object.fromEntries(CONFIGURATION_FIELDS.map((field) => [field, presenceOf(field)])),
    "added fields": async (context) => {
      const named: readonly string[] = CONFIGURATION_FIELDS;
      const added = (one: JsonObject) => Object.keys(one).filter((name) => !named.includes(name));
      return summarizeLooks((await configurations(context)).map((one) => added(one).toSorted()));
    },
    "size of id": formOf(["id"], idSize),
    "id of another merchant": async ({ merchant, others: [other] }) => {
      if (other === undefined) throw new InapplicableError("The profile has no second merchant.");
      const looks: string[] = [];
      for (let time = 0; time < 2; time += 1) {
        const ids = [await merchant.settled(), await other.settled()].map((one) => returnedField(one, "id"));
        const [own, others] = ids.map(describeJson);
        looks.push(own === others ? "the same" : "another");
      }
      return summarizeLooks(looks);
    },
    "form of merchantId": formOf(["merchantId"], merchantIdForm),
    "format of times": formOf(["createTime", "updateTime"], timeFormat),
    "subscribed event types": formOf(["eventTypes"], (value) =>
      typeof value === "string" ? readEventTypes(value)?.toSorted() : undefined,
    ),
    "value of retryCount": formOf(["retryCount"], plainOf),
  }),
});
