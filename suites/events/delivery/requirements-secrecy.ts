import { advisory, inferred } from "../../../lib/api/events/requirement.ts";
import {
  belongingsOf,
  credentialOf,
  deliveriesTo,
  namesTheHost,
  showNothing,
} from "../../../lib/api/events/rules/revealed.ts";
import { AT_OTHER_MERCHANT } from "../../../lib/api/events/deliveries/delivery-deviations.ts";
import { inArrivals } from "../../../lib/api/events/deliveries/in-control.ts";
import { InapplicableError, Violation } from "../../../lib/engine/record/verdict.ts";
import { secondMerchant } from "../../../lib/profile/needs/needs.ts";

export const overTls = inferred("delivery.over-tls", {
  sections: ["1", "2.2", "6"],
  last: true,
  text: "Events are delivered over TLS.",
  because: "The callback URL to which they are delivered is an HTTPS URL.",
  check: inArrivals(async (context) => {
    const { deliveries } = context;
    await deliveriesTo(context, context.merchant);
    if (deliveries.receiver?.endsTls !== true) {
      throw new InapplicableError(
        "TLS ends before the receiver, so the receiver does not know which version the target used.",
      );
    }
    const [clear] = deliveries.all.filter(({ tls }) => tls === undefined);
    if (clear === undefined) return;
    throw new Violation({
      expected: "every delivery to come over TLS",
      actual: `plain HTTP to ${deliveries.addresses.shown(clear)}`,
    });
  }),
});

export const namesItsHost = inferred("delivery.host", {
  sections: ["1", "6"],
  last: true,
  text: "The Host header of each delivery names the host of the callback URL.",
  because:
    "A delivery is an HTTP request to the callback URL, and Host is the host of its URL (RFC 9110, 7.2).",
  check: inArrivals(async (context) => {
    await deliveriesTo(context, context.merchant);
    await namesTheHost(context.deliveries);
  }),
});

export const revealsNobodyElse = inferred("delivery.reveals-nobody-else", {
  sections: ["1", "6"],
  needs: [secondMerchant],
  last: true,
  text: "No delivery to one merchant shows what only another one has: its callback URLs and its `merchantId`.",
  because:
    "A notification goes to the callback URL of one merchant's configuration, and is about that merchant.",
  check: inArrivals(async (context) => {
    const { deliveries, merchant, rival } = context;
    for (const [own, other] of [[merchant, rival] as const, [rival, merchant] as const])
      showNothing(await deliveriesTo(context, own), await belongingsOf(deliveries, other, own), [
        AT_OTHER_MERCHANT,
      ]);
  }),
});

export const revealsNoCredential = inferred("delivery.reveals-no-credential", {
  sections: ["5", "6"],
  last: true,
  text: "No delivery contains a secret of any merchant, nor an API key that is enough to call the API, nor another merchant's API key.",
  because:
    "Who holds them can call the API as the merchant; section 5 says that requests carry them, and nothing else does.",
  check: inArrivals(async (context) => {
    const { deliveries, merchant, others, claims } = context;
    for (const own of [merchant, ...others]) {
      const sought = [merchant, ...others].flatMap((one) => [
        ...credentialOf(one, "secret", one.secret),
        ...credentialOf(one, "signing secret", deliveries.signingOf(one)?.secret),
        ...(claims.signature && one === own ? [] : credentialOf(one, "API key", one.apiKey)),
      ]);
      showNothing(await deliveriesTo(context, own), sought);
    }
  }),
});

export const revealsNoOwnKey = advisory("delivery.reveals-no-own-key", {
  sections: ["5", "6"],
  last: true,
  text: "No delivery contains the API key of the merchant who gets it.",
  check: inArrivals(async (context) => {
    for (const own of [context.merchant, ...context.others])
      showNothing(await deliveriesTo(context, own), credentialOf(own, "API key", own.apiKey));
  }),
});
