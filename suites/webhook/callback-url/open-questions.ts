import { unspecified } from "../../../lib/api/webhook/requirement.ts";
import { otherHosts } from "../../../lib/profile/needs.ts";
import {
  internationalForms,
  unescapedForms,
  unusualForms,
  whiteSpaceForms,
} from "../../../lib/api/webhook/inputs/unusual-url.ts";
import { registerDraft } from "../../../lib/api/request/draft.ts";
import type { WebhookContext } from "../../../lib/api/webhook/webhook-context.ts";
import {
  observeAcceptance,
  acceptanceOf,
  observeAcceptances,
} from "../../../lib/api/webhook/observing/acceptance.ts";
import { lengthUnit } from "../../../lib/api/webhook/observing/length-unit.ts";
import { type Observed, lookTwice } from "../../../lib/engine/observed.ts";
import type { CallbackUrls } from "../../../lib/api/webhook/model/callback-urls.ts";

/** Whether each form of callback URL is accepted. */
async function forms(
  context: WebhookContext,
  made: Readonly<Record<string, (urls: CallbackUrls) => string>>,
): Promise<Observed> {
  const drafts = Object.entries(made).map(
    ([name, make]) => [name, () => registerDraft(make(context.urls), "open")] as const,
  );
  const [only, ...others] = drafts;
  return only !== undefined && others.length === 0
    ? acceptanceOf(context, only[1])
    : observeAcceptances(context, Object.fromEntries(drafts));
}

export const port = unspecified("callback-url.port", {
  sections: ["2.2"],
  text: "A callback URL with a port.",
  observe: async (context) => forms(context, unusualForms(context.urls, "port", "default port")),
});

export const userinfo = unspecified("callback-url.userinfo", {
  sections: ["2.2"],
  text: "A callback URL with user information.",
  observe: async (context) => forms(context, unusualForms(context.urls, "userinfo")),
});

export const fragment = unspecified("callback-url.fragment", {
  sections: ["2.2"],
  text: "A callback URL with a fragment.",
  observe: async (context) => forms(context, unusualForms(context.urls, "fragment")),
});

export const upperCaseScheme = unspecified("callback-url.upper-case-scheme", {
  sections: ["2.2", "8"],
  text: "A callback URL with its https scheme in upper or mixed case.",
  observe: async (context) =>
    forms(context, unusualForms(context.urls, "upper-case scheme", "mixed-case scheme")),
});

export const ipLiteral = unspecified("callback-url.ip-literal", {
  sections: ["2.2"],
  text: "A callback URL with an IP address as host.",
  observe: async (context) => forms(context, unusualForms(context.urls, "IPv4 literal", "IPv6 literal")),
});

export const singleLabel = unspecified("callback-url.single-label", {
  sections: ["2.2"],
  text: "A callback URL with a host of a single label.",
  observe: async (context) => forms(context, unusualForms(context.urls, "single label")),
});

export const longLabel = unspecified("callback-url.long-label", {
  sections: ["2.2"],
  needs: [otherHosts],
  text: "A callback URL with a host label of 63 characters.",
  observe: async (context) => forms(context, unusualForms(context.urls, "long label")),
});

export const unusualHost = unspecified("callback-url.unusual-host", {
  sections: ["2.2"],
  text: "A callback URL with an underscore in its host, an upper-case host, or a dot behind it.",
  observe: async (context) =>
    forms(context, unusualForms(context.urls, "upper-case host", "trailing dot", "underscore")),
});

export const dotSegments = unspecified("callback-url.dot-segments", {
  sections: ["2.2"],
  text: "A callback URL with dot segments, which URL parsers resolve.",
  observe: async (context) => forms(context, unusualForms(context.urls, "dot segments")),
});

export const unescaped = unspecified("callback-url.unescaped", {
  sections: ["2.2"],
  text: "A callback URL with ASCII characters that RFC 3986 wants escaped, or with a percent sign that begins no escape.",
  observe: async (context) => forms(context, unescapedForms),
});

export const international = unspecified("callback-url.international", {
  sections: ["2.2"],
  text: "A callback URL with characters beyond ASCII.",
  observe: async (context) => forms(context, internationalForms(context.urls)),
});

export const repairedWhiteSpace = unspecified("callback-url.repaired-white-space", {
  sections: ["2.2"],
  text: "A callback URL with white space at its end or in its path, which URL parsers repair.",
  observe: async (context) => forms(context, whiteSpaceForms),
});

export const unitOfLength = unspecified("callback-url.length-unit", {
  sections: ["2.2", "8"],
  text: "Whether the length of a callback URL beyond ASCII is counted in characters, UTF-16 units or bytes.",
  observe: async (context) =>
    lookTwice(context, async () =>
      lengthUnit(
        context.urls,
        async (url) => (await observeAcceptance(context, registerDraft(url, "open"))) === "accepted",
      ),
    ),
});
