import { expect, test } from "vitest";
import { isEquivalent } from "./equivalent-url.ts";

const HOST = "https://callback.example";

test.for([
  [HOST, `${HOST}/`],
  ["HTTPS://callback.example/a", `${HOST}/a`],
  ["https://CALLBACK.example/a", `${HOST}/a`],
  [`${HOST}:443/a`, `${HOST}/a`],
  [`${HOST}/a/../b/./c`, `${HOST}/b/c`],
  [`${HOST}/a#b`, `${HOST}/a`],
  [`${HOST}/%c3%a9`, `${HOST}/%C3%A9`],
  [`${HOST}/%7ea%41`, `${HOST}/~aA`],
  [`${HOST}/caf\u00e9?q=\u4f60`, `${HOST}/caf%C3%A9?q=%E4%BD%A0`],
  ["https://b\u00fccher.example/a", "https://xn--bcher-kva.example/a"],
  ["https://[2001:DB8:0::1]/a", "https://[2001:db8::1]/a"],
])("%s and %s are equivalent", ([one = "", other = ""]) => {
  expect([isEquivalent(one, other), isEquivalent(other, one)]).toEqual([true, true]);
});

test.for([
  [`${HOST}/a`, `${HOST}/A`],
  [`${HOST}/a`, `${HOST}/a/`],
  [`${HOST}/a`, `${HOST}/a?`],
  [`${HOST}/a//b`, `${HOST}/a/b`],
  [`${HOST}/a%2Fb`, `${HOST}/a/b`],
  [`${HOST}/a+b`, `${HOST}/a%20b`],
  [`${HOST}:8443/a`, `${HOST}/a`],
  ["https://user@callback.example/a", `${HOST}/a`],
  ["https://b\u00fccher.example/a", "https://bcher.example/a"],
  ["http://callback.example/a", `${HOST}/a`],
  [` ${HOST}/a`, `${HOST}/a`],
  ["https:callback.example/a", `${HOST}/a`],
  [`${HOST}/a\\b`, `${HOST}/a/b`],
])("%s and %s are two URLs", ([one = "", other = ""]) => {
  expect([isEquivalent(one, other), isEquivalent(other, one)]).toEqual([false, false]);
});
