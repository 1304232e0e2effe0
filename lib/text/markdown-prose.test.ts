import { expect, test } from "vitest";
import { markdownCode } from "./markdown-code.ts";
import { markdownProse } from "./markdown-prose.ts";

test.each([
  ["plain", "`plain`"],
  ["a `b` c", "``a `b` c``"],
  ["``", "``` `` ```"],
  ["`a", "`` `a ``"],
  [" a ", "`  a  `"],
  ["one\ntwo", "`one\\ntwo`"],
  ["  ", "(empty)"],
])("code: %j is %j", (text, code) => {
  expect(markdownCode(text)).toBe(code);
});

test.each([
  ["A register with the scheme ftp, which must be refused, was accepted.", undefined],
  ["`msg` is absent", "`msg` is absent"],
  ['got HTTP 200 {"code": 0} at once', 'got HTTP 200 `{"code": 0}` at once'],
  [
    'answered HTTP 400 {"code":400,"msg":"callbackUrl too long, sorry","data":null}. Fix it first',
    'answered HTTP 400 `{"code":400,"msg":"callbackUrl too long, sorry","data":null}`. Fix it first',
  ],
  ['cut {"msg":"callbackUrl too', 'cut `{"msg":"callbackUrl too`'],
  ['quoted `{"msg":"too long"}`, and more', 'quoted `{"msg":"too long"}`, and more'],
  ["see www.e.example and a@b.example", "see `www.e.example` and `a@b.example`"],
  ["1. first", "`1`. first"],
  ["# h", "`#` h"],
  ["`code`, `msg` and {a: b} <c>!", "`code`, `msg` and `{a: b} <c>`!"],
  ["in /tmp/a_b, again; ... `x`.", "in `/tmp/a_b`, again; `...` `x`."],
  ["fixes GH-1 and #2", "fixes `GH-1` and `#2`"],
  ["Check target.ca (ECONNREFUSED).", undefined],
])("prose: %j is %j", (text, prose) => {
  expect(markdownProse(text)).toBe(prose ?? text);
});
