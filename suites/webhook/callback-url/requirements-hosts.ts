import { advisory, refusesEach } from "../../../lib/api/webhook/requirement.ts";
import { queryBehindHost, twoHyphenUrls } from "../../../lib/api/webhook/inputs/callback-url.ts";
import { disputedUrl } from "../../../lib/api/webhook/inputs/malformed-url.ts";
import { brokenEscapeInHost } from "../../../lib/api/webhook/inputs/offending-url.ts";
import { otherHosts } from "../../../lib/profile/needs/needs.ts";
import { storesAsGiven } from "./stores-as-given.ts";

/** Widespread validators err on these hosts, so a wrong answer is not a failure. */
export const acceptsTwoHyphensInHosts = advisory("callback-url.two-hyphens-in-host", {
  sections: ["2.2"],
  needs: [otherHosts],
  text: "A callback URL whose host has two hyphens in a row, as every international name in punycode has, is accepted and returned as given.",
  check: async (context) => {
    for (const url of context.effort.triedSparingly(twoHyphenUrls(context.urls)))
      await storesAsGiven(context, url);
  },
});

export const acceptsAQueryRightBehindTheHost = advisory("callback-url.query-behind-host", {
  sections: ["2.2"],
  text: "A callback URL with a query right behind its host, which needs no path, is accepted and returned as given, or with a slash between.",
  check: async (context) => storesAsGiven(context, queryBehindHost(context.urls)),
});

export const refusesABrokenEscapeInTheHost = advisory("callback-url.broken-escape-in-host", {
  sections: ["2.2", "7"],
  text: "A callback URL whose host has an invalid escape (`%zz`), which no grammar of URLs allows, is refused.",
  check: refusesEach(brokenEscapeInHost),
});

export const refusesDisputedUrls = advisory("callback-url.disputed-syntax", {
  sections: ["2.2", "7"],
  text: "A callback URL that RFC 3986 does not allow is refused, also where a widely used parser accepts it.",
  check: refusesEach(disputedUrl),
});
