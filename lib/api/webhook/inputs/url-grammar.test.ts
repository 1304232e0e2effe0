import { expect, test } from "vitest";
import { grammarOf, type Grammar } from "./url-grammar.ts";

const examples: Readonly<Record<Grammar, readonly string[]>> = {
  "RFC 3986": [
    "https://callback.example",
    "HTTPS://user@callback.example:8443/a//b?c='d'&e=%C3%A9#f",
    "https://b\u00fccher.example/caf\u00e9",
    "https://[2001:db8::1]/a",
  ],
  WHATWG: [
    " https://callback.example/a",
    "https://callback\t.example/a",
    "https://callback.example/a b",
    "https:callback.example/a",
    "https:/callback.example/a",
    "https:///callback.example/a",
    "https:\\\\callback.example\\a",
    "https://callback.example/50%",
    "https://callback.example/{id}",
  ],
  none: [
    "http://callback.example/a\nhttps://callback.example/a",
    "https://call back.example/a",
    "https://exa<mple>.example/a",
    "https://[::g]/a",
    "https://callback.example:abc/a",
    "https://a%zz.example/a",
    "https://user@/a",
    "http\u017f://callback.example/a",
    "callback.example/a",
    "",
  ],
};

test.for(Object.entries(examples))("%s takes its examples", ([grammar, texts]) => {
  expect(texts.map((text) => [text, grammarOf(text)])).toEqual(texts.map((text) => [text, grammar]));
});
