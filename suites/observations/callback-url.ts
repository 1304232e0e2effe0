import {
  internationalForms,
  type UnusualForm,
  unescapedForms,
  unusualForm,
  whiteSpaceForms,
} from "../../lib/arbitraries/unusual-url.ts";
import { observe } from "../../lib/check.ts";
import { registerDraft } from "../../lib/client/draft.ts";
import type { Context } from "../../lib/context.ts";
import { reception, receptionOf, receptions } from "../../lib/observing/granted.ts";
import { lengthUnit } from "../../lib/observing/length-unit.ts";
import { type Observed, twice } from "../../lib/observing/observed.ts";
import type { CallbackUrls } from "../../lib/model/callback-urls.ts";

/** Whether each form of callback URL is accepted. */
async function forms(
  context: Context,
  made: Readonly<Record<string, (urls: CallbackUrls) => string>>,
): Promise<Observed> {
  const drafts = Object.entries(made).map(
    ([name, make]) => [name, () => registerDraft(make(context.urls), "open")] as const,
  );
  const [only, ...others] = drafts;
  return only !== undefined && others.length === 0
    ? receptionOf(context, only[1])
    : receptions(context, Object.fromEntries(drafts));
}

const unusual = (
  ...names: readonly UnusualForm[]
): Readonly<Record<string, (urls: CallbackUrls) => string>> =>
  Object.fromEntries(names.map((name) => [name, (urls: CallbackUrls) => unusualForm(urls, name)]));

export const port = observe("callback-url.port", async (context) =>
  forms(context, unusual("port", "default port")),
);

export const userinfo = observe("callback-url.userinfo", async (context) =>
  forms(context, unusual("userinfo")),
);

export const fragment = observe("callback-url.fragment", async (context) =>
  forms(context, unusual("fragment")),
);

export const upperCaseScheme = observe("callback-url.upper-case-scheme", async (context) =>
  forms(context, unusual("upper-case scheme", "mixed-case scheme")),
);

export const ipLiteral = observe("callback-url.ip-literal", async (context) =>
  forms(context, unusual("IPv4 literal", "IPv6 literal")),
);

export const singleLabel = observe("callback-url.single-label", async (context) =>
  forms(context, unusual("single label")),
);

export const longLabel = observe("callback-url.long-label", async (context) =>
  forms(context, unusual("long label")),
);

export const unusualHost = observe("callback-url.unusual-host", async (context) =>
  forms(context, {
    ...unusual("upper-case host", "trailing dot"),
    ...(context.urls.varyHost && unusual("underscore")),
  }),
);

export const dotSegments = observe("callback-url.dot-segments", async (context) =>
  forms(context, unusual("dot segments")),
);

export const unescaped = observe("callback-url.unescaped", async (context) => forms(context, unescapedForms));

export const international = observe("callback-url.international", async (context) =>
  forms(context, internationalForms(context.urls)),
);

export const repairedWhiteSpace = observe("callback-url.repaired-white-space", async (context) =>
  forms(context, whiteSpaceForms),
);

export const unitOfLength = observe("callback-url.length-unit", async (context) =>
  twice(context, async () =>
    lengthUnit(
      context.urls,
      async (url) => (await reception(context, registerDraft(url, "open"))) === "accepted",
    ),
  ),
);
