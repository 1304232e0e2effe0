import { meaningOf } from "../../../lib/api/exchange/answer.ts";
import { damagedBodies } from "../../../lib/api/webhook/inputs/damaged-body.ts";
import { type Configuration, differencesBetween } from "../../../lib/api/merchant/configuration.ts";
import { urlChange } from "../../../lib/api/webhook/model/url-change.ts";
import { inferred } from "../../../lib/api/webhook/requirement.ts";
import { assertUnchanged, STORED } from "../../../lib/api/webhook/oracles/assert-unchanged.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import { Violation } from "../../../lib/engine/verdict.ts";
import { describeJson } from "../../../lib/api/json/json.ts";

/** One query shows whether any of so many was stored. */
const BODIES_PER_READING = { quick: 5, standard: 5, deep: 1 };

export const storesNothingOfDamagedBodies = inferred("register.damaged-bodies", {
  sections: ["2.2", "3.2", "7"],
  text: "A register whose body is damaged, or has another Content-Type, stores the URL in it where it is accepted, and nothing where it is not.",
  because: "Only an accepted register changes a configuration. Whether such a body is read is open.",
  check: async (context) => {
    const { urls, effort } = context;
    const bodies = effort.tried(damagedBodies(urls));
    const size = effort.at(BODIES_PER_READING);
    for (let start = 0; start < bodies.length; start += size)
      await storeNothing(context, bodies.slice(start, start + size));
  },
});

type DamagedBodies = ReturnType<typeof damagedBodies>;

/**
 * Sends damaged bodies. An accepted body hides the effect of a rejected one, so the rejected ones are sent once more.
 * If a valid register is rejected too, the rejections mean nothing.
 */
async function storeNothing({ merchant, urls }: WebhookContext, bodies: DamagedBodies): Promise<void> {
  let before = await merchant.steady();
  const rejected: DamagedBodies = [];
  for (const body of bodies) {
    const meaning = meaningOf(await merchant.send(body.draft));
    if (meaning === "refused") rejected.push(body);
    else if (meaning === "accepted") before = storesOneOf(body, before, await merchant.configuration());
    else before = await merchant.configuration();
  }
  if (rejected.length < bodies.length) for (const { draft } of rejected) await merchant.send(draft);
  const names = rejected.map(({ name }) => name).join(", ");
  const after = await merchant.configuration();
  if (differencesBetween(before, after, STORED).length > 0) await merchant.accepts(urls.fresh());
  assertUnchanged(before, after, `rejected registers (${names})`, {
    when: ["after a refused input"],
    wasSent: (url) => rejected.some((body) => body.urls.includes(url)),
  });
}

/** Another URL than before is one of those in the body. */
function storesOneOf(
  { name, urls }: DamagedBodies[number],
  before: Configuration,
  now: Configuration,
): Configuration {
  const { callbackUrl } = now;
  const [first = ""] = urls;
  const isKnown = typeof callbackUrl === "string" && [...urls, before.callbackUrl].includes(callbackUrl);
  if (typeof callbackUrl !== "string" || isKnown) return now;
  throw new Violation({
    expected: `an accepted register with ${name} to store ${urls.map((url) => describeJson(url)).join(" or ")}`,
    actual: describeJson(callbackUrl),
    deviations: [
      {
        what: `callbackUrl ${urlChange(first, callbackUrl)}`,
        when: ["after a register", "to an unusual request"],
      },
    ],
  });
}
