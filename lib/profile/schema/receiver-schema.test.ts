import { expect, test } from "vitest";
import { HEAD, problems } from "../testing/profile-text.ts";

test.each([
  [
    "receiver's certificate without key",
    `${HEAD}events: { receiver: { certificate: ca.pem } }`,
    "5:11  events.receiver.key  expected a file, since events.receiver.certificate is given (got nothing)",
  ],
  [
    "receiver's certificate in junk.pem",
    `${HEAD}events: { receiver: { certificate: junk.pem, key: ca.pem } }`,
    '5:36  events.receiver.certificate  expected a file of certificates in PEM (got "junk.pem": no readable certificate in it)',
  ],
  [
    "receiver with a certificate and another kind of TLS",
    `${HEAD}events: { receiver: { certificate: ca.pem, key: ca.pem, tls: none } }`,
    '5:62  events.receiver.tls  expected auto, since events.receiver.certificate is given (got "none")',
  ],
  [
    "tunnel beside a public URL",
    `${HEAD}events: { receiver: { publicUrl: "https://h.example", tunnel: { command: [t] } } }`,
    "5:63  events.receiver.tunnel  expected a publicUrl or a tunnel, which finds its own (got both)",
  ],
  [
    "relay beside a public URL",
    `${HEAD}events: { receiver: { publicUrl: "https://h.example", relay: { url: "https://r.example", token: t } } }`,
    "5:34  events.receiver.publicUrl  expected no local receiver, since events.receiver.relay receives",
  ],
  [
    "relay without a token",
    `${HEAD}events: { receiver: { relay: { url: "https://r.example" } } }`,
    "5:30  events.receiver.relay  expected a url and a token, or a module",
  ],
  [
    "relay in clear",
    `${HEAD}events: { receiver: { relay: { url: "http://r.example", token: t } } }`,
    "5:30  events.receiver.relay  expected a url of https, since the token goes there; plain http is for loopback only",
  ],
  [
    "tunnel whose pattern finds nothing",
    `${HEAD}events: { receiver: { tunnel: { command: [t], ready: "https://" } } }`,
    '5:54  events.receiver.tunnel.ready  expected a regular expression with a group, which holds the URL (got "https://")',
  ],
])("%s: one line with place, field, expectation and what was got", (_case, text, line) => {
  expect(problems(text)).toContain(line);
});
