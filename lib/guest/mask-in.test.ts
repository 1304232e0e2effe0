import { expect, test } from "vitest";
import { maskIn } from "./mask-in.ts";

test.each([
  ["https://m.example/hook?token=***", "***"],
  ["https://m.example/hook?token=ab******yz&x=1", "******"],
  ["https://m.example/hook?token=%2A%2A%2a", "***"],
  ["https://m.example/***", "***"],
  ["***", "***"],
  ["https://m.example/?t=•••", "•••"],
  ["https://m.example/?t=%E2%80%A2%E2%80%A2%E2%80%A2%E2%80%A2", "••••"],
  ["https://m.example/?t=abc…", "…"],
  ["https://m.example/?t=abc%e2%80%a6", "…"],
  ["https://m.example/?t=abc...&u=1", "abc..."],
  ["https://m.example/?t=[redacted]", "[redacted]"],
  ["https://m.example/?t=%5BREDACTED%5D", "[REDACTED]"],
  ["https://m.example/?t=[FILTERED]", "[FILTERED]"],
  ["https://m.example/?t=%3Chidden%3E", "<hidden>"],
  ["https://m.example/?t=<redacted: token>", "<redacted: token>"],
  ["https://m.example/?t=REDACTED", "REDACTED"],
  ["https://m.example/?t=xxxxxxxx#f", "xxxxxxxx"],
  ["https://m.example/?t=XXXX", "XXXX"],
])("%s hides %s", (url, mask) => {
  expect(maskIn(url)).toBe(mask);
});

test.each([
  "https://m.example/hook",
  "https://m.example/a*b/**/?q=*&r=**",
  "https://m.example/hidden/redacted/masked?view=hidden&filter=filtered",
  "https://m.example/hook?token=0123456789abcdef",
  "https://m.example/?size=xxl&roman=xxx&t=axxxxb",
  "https://m.example/files/../a..b/...?v=1.2..3",
  "https://m.example/?q=(hid)&list=[a,b]&name=%5Bx%5D",
  "https://m.example/%E4%BD%A0%E5%A5%BD?broken=%E2%80&half=%2",
  "https://m.example/Case//%2f%C3%A9/~a;b=1,c'd(e)!f$g*h:i@j/+/4111111111111111/?B=2&a=1&B=%20",
])("%s hides nothing", (url) => {
  expect(maskIn(url)).toBeUndefined();
});
