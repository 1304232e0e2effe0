import { expect, test } from "vitest";
import { HEAD, problems } from "../testing/profile-text.ts";

const RECEIVER = "receiver: {}";

test.each([
  "trigger: { url: 'http://ci.example/emit' }",
  "deliveryLog: { url: 'http://ci.example/log' }",
  "triggers: { card.status: [{ url: /first }, { url: 'http://ci.example/emit' }] }",
])("plain http off loopback is refused: %s", (field) => {
  expect(problems(`${HEAD}events: { ${RECEIVER}, ${field} }\n`).join("\n")).toContain(
    "expected https; plain http is for loopback only",
  );
});

test.each(["https://{node}.example/emit", "https://{node}/emit", "https://ci.example:{port}1/emit"])(
  "what a target answers never says which host is called: %s",
  (url) => {
    const text = `${HEAD}events: { ${RECEIVER}, trigger: { url: '${url}' } }\n`;
    expect(problems(text).join("\n")).toMatch(/without braces|expected a URL/);
  },
);

test.each([
  "url: 'http://127.0.0.1:9000/emit'",
  "url: 'https://ci.example/emit/{merchant}?type={eventType}'",
  "url: '/emit/{eventType}'",
])("what stays is fine: %s", (url) => {
  expect(problems(`${HEAD}events: { ${RECEIVER}, trigger: { ${url} } }\n`)).toEqual([]);
});

test("plain http is allowed where the profile says so", () => {
  const text = `${HEAD}target: { allowPlainHttp: true }\nevents: { ${RECEIVER}, trigger: { url: 'http://ci.example/' } }\n`;
  expect(problems(text)).toEqual([]);
});
