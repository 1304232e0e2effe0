import { expect, test } from "vitest";
import { unusualTraits, type UrlTrait } from "./unusual-url.ts";
import { ask, configuration, testedReference } from "./testing/ask.ts";

const examples: Record<UrlTrait, string> = {
  portUrl: "https://callback.example:8443/",
  userinfoUrl: "https://user:pass@callback.example/",
  fragmentUrl: "https://callback.example/#top",
  upperCaseSchemeUrl: "HTTPS://callback.example/",
  ipLiteralUrl: "https://192.0.2.1/",
  singleLabelUrl: "https://callback/",
  unusualHostUrl: `https://${"a".repeat(64)}.example/`,
  longLabelUrl: `https://${"a".repeat(63)}.example/`,
  dotSegmentUrl: "https://callback.example/a/../b",
  nonAsciiHostUrl: "https://bücher.example/",
  nonAsciiPathUrl: "https://callback.example/é",
  whitespaceUrl: "https://callback.example/a b ",
  unescapedUrl: "https://callback.example/{id}",
  malformedEscapeUrl: "https://callback.example/100%",
};

test.for(Object.entries(examples))(
  "%s is seen in %s alone, and the choice decides",
  async ([trait, callbackUrl]) => {
    expect(unusualTraits(callbackUrl)).toEqual([trait]);
    const lax = testedReference();
    expect((await ask(lax, "register", { body: { callbackUrl } })).data).toBe(true);
    expect(await configuration(lax)).toMatchObject({ callbackUrl });
    const strict = testedReference({ choices: { [trait]: "refused" } });
    expect((await ask(strict, "register", { body: { callbackUrl } })).status).toBe(400);
  },
);

test.for([
  ["https://[2001:db8::1]/", "ipLiteralUrl"],
  ["https://a_b.example/", "unusualHostUrl"],
  ["https://callback.example./", "unusualHostUrl"],
  ["https://callback.example/\u0001", "whitespaceUrl"],
])("%s has the trait %s", ([url = "", trait]) => {
  expect(unusualTraits(url)).toEqual([trait]);
});

test.for([
  "https://callback.example",
  "https://a.b.callback.example/a..b/...?x=./y&z=..",
  `https://${"a".repeat(62)}.example/`,
])("nothing is unusual about %s", (url) => {
  expect(unusualTraits(url)).toEqual([]);
});
