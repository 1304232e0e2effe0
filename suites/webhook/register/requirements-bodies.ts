import { succeeded } from "../../../lib/api/exchange/answer.ts";
import type { Configuration } from "../../../lib/api/merchant/configuration.ts";
import { refuseAttempts } from "../../../lib/api/refusals/refuse-attempts.ts";
import { openResult } from "../../../lib/api/refusals/attempt.ts";
import {
  bodiesWithSecondUrl,
  type DamagedBody,
  damagedBodies,
} from "../../../lib/api/webhook/inputs/damaged-body.ts";
import { acceptedUrl } from "../../../lib/api/webhook/model/deviations.ts";
import { urlChange } from "../../../lib/api/merchant/url-change.ts";
import { inferred } from "../../../lib/api/webhook/requirement.ts";
import { webhookSituation } from "../../../lib/api/webhook/webhook-situation.ts";
import { Violation } from "../../../lib/engine/record/verdict.ts";
import { describeJson } from "../../../lib/api/json/json.ts";

/** One query shows whether any of so many was stored. */
const BODIES_PER_READING = { quick: 5, standard: 5, deep: 1 };

export const storesNothingOfDamagedBodies = inferred("register.damaged-bodies", {
  sections: ["2.2", "3.2", "7"],
  text: "A register with a damaged body, a second URL or another Content-Type stores a valid URL of its body if it is accepted. Otherwise it stores nothing.",
  because: "Only an accepted register changes a configuration. Whether such a body is read is open.",
  check: async ({ merchant, urls, effort }) => {
    let before = await merchant.steady();
    const attempts = [...effort.tried(damagedBodies(urls)), ...effort.tried(bodiesWithSecondUrl(urls))].map(
      (body) => ({
        name: `a rejected register with ${body.name}`,
        offence: body.name,
        door: "register",
        values: new Set([...body.urls, ...(body.invalid ?? [])]),
        async send() {
          const answer = await merchant.send(body.draft);
          if (succeeded(answer)) before = storesOneOf(body, before, await merchant.configuration());
          return openResult(answer);
        },
      }),
    );
    const situation = webhookSituation({
      merchants: [merchant],
      state: "steady",
      isHeard: false,
      what: "a rejected register",
      when: ["after a refused input"],
      twin: async () => merchant.accepts(urls.fresh()),
    });
    const size = effort.at(BODIES_PER_READING);
    for (let start = 0; start < attempts.length; start += size)
      await refuseAttempts(attempts.slice(start, start + size), { situation });
  },
});

/** Another URL than before is one of those in the body. */
function storesOneOf(
  { name, urls, invalid = [] }: DamagedBody,
  before: Configuration,
  now: Configuration,
): Configuration {
  const { callbackUrl } = now;
  const [first = ""] = urls;
  const isKnown = typeof callbackUrl === "string" && [...urls, before.callbackUrl].includes(callbackUrl);
  if (typeof callbackUrl !== "string" || isKnown) return now;
  const accepted = invalid.find((url) => withoutScheme(url) === withoutScheme(callbackUrl));
  throw new Violation({
    expected: `an accepted register with ${name} to store ${urls.map((url) => describeJson(url)).join(" or ")}`,
    actual: describeJson(callbackUrl),
    deviations: [
      accepted === undefined
        ? { what: urlChange(first, callbackUrl), when: ["after a register", "to an unusual request"] }
        : acceptedUrl(accepted),
    ],
  });
}

function withoutScheme(url: string): string {
  return url.replace(/^https?:/, "");
}
