import { expect, test } from "vitest";
import type { HeaderPair } from "../../http/transport.ts";
import { issuedBy } from "./issued-by.ts";

const TOKEN = "tok-8f3a05d7c41e9b26";

function issued(text: string, headers: readonly HeaderPair[] = []): readonly string[] {
  return issuedBy({ headers, text });
}

test.each([
  ["a plain answer", `{"access_token":"${TOKEN}","token_type":"Bearer","expires_in":3600}`],
  ["camel case", `{"accessToken":"${TOKEN}","tokenType":"Bearer"}`],
  ["capitals", `{"AccessToken":"${TOKEN}"}`],
  ["this API's envelope", `{"code":0,"msg":"success","data":{"access_token":"${TOKEN}"}}`],
  ["a member of the name token", `{"token":"${TOKEN}"}`],
  ["an object below such a name", `{"token":{"value":"${TOKEN}","kind":"x"}}`],
  ["a list", `{"tokens":["${TOKEN}"]}`],
  ["a list without a name", `["${TOKEN}-and-some-more-1"]`],
  ["a name that says nothing", `{"x":"${TOKEN}-and-some-more-1"}`],
  ["escapes of JSON", `{"access_token":"\\u0074ok-8f3a05d7c41e9b26"}`],
  ["a form", `access_token=${TOKEN}&token_type=Bearer`],
  ["a hidden field", `<form><input type="hidden" name="code" value="${TOKEN}"/></form>`],
  ["a hidden field without quotes", `<INPUT value=${TOKEN} name=code>`],
  ["a hidden field of another name", `<input name='x' value='${TOKEN}'>`],
  ["a script", `<script>var accessToken = '${TOKEN}';</script>`],
  [
    "a page that refreshes",
    `<meta http-equiv="refresh" content="0;url=https://us.example/?code=${TOKEN}&amp;state=x">`,
  ],
  ["XML", `<x access_token="${TOKEN}"/>`],
  ["an element of XML", `<x><access>${TOKEN}-and-some-more-1</access></x>`],
  ["a sentence", `granted ${TOKEN}-and-some-more-1, for an hour`],
  ["a sentence in JSON", `{"message":"granted ${TOKEN}-and-some-more-1, for an hour"}`],
  ["a path in JSON", `{"next":"https://us.example/cb/${TOKEN}-and-some-more-1/x"}`],
  ["the name of a member", `{"data":{"${TOKEN}-and-some-more-1":1}}`],
  [
    "JSON in JSON in JSON",
    JSON.stringify({ data: JSON.stringify({ data: JSON.stringify({ access_token: TOKEN }) }) }),
  ],
])("a token in %s is found", (_, text) => {
  expect(issued(text).some((value) => value.includes(TOKEN))).toBe(true);
});

test.each<readonly [string, HeaderPair]>([
  ["the query of a redirect", ["Location", `https://us.example/cb?code=${TOKEN}&state=s`]],
  [
    "the fragment of a redirect, behind a query",
    ["Location", `https://us.example/cb?state=s#access_token=${TOKEN}`],
  ],
  ["a parameter of another name", ["Location", `https://us.example/cb?x=${TOKEN}`]],
  ["the path of a redirect", ["Location", `https://us.example/cb/${TOKEN}/more`]],
  ["a redirect of an app", ["Location", `com.example.app:/cb?code=${TOKEN}`]],
  ["a cookie", ["Set-Cookie", `sid=${TOKEN}; Path=/; HttpOnly`]],
  ["a header", ["X-Access-Token", TOKEN]],
  ["a header with a scheme", ["Authorization-Token", `Bearer ${TOKEN}`]],
])("a token in %s is found", (_, header) => {
  expect(issued("", [header])).toContain(TOKEN);
});

test("numbers are found too, but not the code of an envelope", () => {
  expect(issued('{"otp":493817,"code":40001,"expires_in":3600}')).toEqual(["493817"]);
});

test("a very long answer of words, texts or members costs little", () => {
  const words = `${TOKEN}-and-some-more-1 `.repeat(60_000);
  const many = Array.from({ length: 60_000 }, (_, at) => [`${TOKEN}-and-some-more-${at}`, "x"]);
  for (const text of [words, JSON.stringify({ words }), JSON.stringify(Object.fromEntries(many))])
    expect(issued(text).length).toBeGreaterThan(0);
});

test("facts of a server about itself and about a rejection are not secret", () => {
  const refusal =
    '{"error":"invalid_grant","error_description":"The code is used up","scope":"cards:read","token_type":"Bearer","state":"cc-0000000000-1"}';
  expect(issued(refusal)).toEqual([]);
});

test.each([
  ["blanks", " ".repeat(2 ** 20)],
  ["a long word", "a".repeat(2 ** 20)],
  ["hyphens", "-".repeat(2 ** 20)],
  ["opened fields", "<input ".repeat(2 ** 17)],
  ["names without values", "token".repeat(2 ** 17)],
  ["names and blanks", "token   ".repeat(2 ** 17)],
  ["equal signs", "token==".repeat(2 ** 17)],
  ["quotes", '"'.repeat(2 ** 20)],
  ["nested lists", "[".repeat(2 ** 20)],
])("1 MiB of %s costs no more than other text", (_, text) => {
  expect(issued(text, [["Location", `https://us.example/${text.slice(0, 60_000)}`]]).length).toBeLessThan(
    100_000,
  );
});
