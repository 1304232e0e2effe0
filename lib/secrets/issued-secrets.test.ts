import { expect, test } from "vitest";
import { IssuedSecrets } from "./issued-secrets.ts";

const TOKEN = "tok/8f3a+05d7 c41e=9b26";

function shown(text: string, ...issued: readonly string[]): string {
  const secrets = new IssuedSecrets("https://mcp.example/mcp cards:read us-client");
  secrets.add(issued);
  return secrets.text(text);
}

test.each([
  ["plain", TOKEN],
  ["in JSON in JSON", JSON.stringify(JSON.stringify({ a: TOKEN }))],
  ["percent-encoded", encodeURIComponent(TOKEN)],
  ["percent-encoded throughout", [...Buffer.from(TOKEN)].map((byte) => `%${byte.toString(16)}`).join("")],
  ["as escapes of JSON", [...Buffer.from(TOKEN)].map((byte) => `\\u00${byte.toString(16)}`).join("")],
  ["partly escaped", TOKEN.replace("8", String.raw`\u0038`)],
  ["as entities of HTML", [...Buffer.from(TOKEN)].map((byte) => `&#${byte};`).join("")],
  ["as hex", Buffer.from(TOKEN).toString("hex")],
  ["in the base64 of more", Buffer.from(`{"t":"${TOKEN}"}`).toString("base64")],
  ["in capitals", TOKEN.toUpperCase()],
])("what was issued is hidden %s", (_, text) => {
  const told = shown(`before ${text} after`, TOKEN);
  expect(told).toMatch(/^before .*\[redacted\].* after$/);
  expect(told).not.toMatch(/05d7|9b26|30356437/i);
});

test("each of many is hidden, and the longest one of those that begin alike", () => {
  const many = Array.from({ length: 1_000 }, (_, at) => `token-number-${at}`);
  expect(shown("token-number-7, token-number-77 and token-number-777", ...many)).toBe(
    "[redacted], [redacted] and [redacted]",
  );
});

test("the beginning of an issued secret is hidden if it is long enough to be recognised", () => {
  expect(shown("token Zx81kQpL77vW… has expired", "Zx81kQpL77vWmN20aBcD")).toBe(
    "token [redacted]… has expired",
  );
  expect(shown("an access token of the service", "access-token-of-the-service-Zx81kQpL77")).toBe(
    "an access token of the service",
  );
});

test("a short code is hidden as the value of a code, and nowhere else", () => {
  const text = '{"code":"493817","amount":493817} code=493817&x=493817 confirmationCode: 493817 4938170';
  expect(shown(text, "493817")).toBe(
    '{"code":"[redacted]","amount":493817} code=[redacted]&x=493817 confirmationCode: [redacted] 4938170',
  );
});

test.each([
  "1",
  "000",
  "",
  "verified",
  "Bearer",
  "SUCCESS",
  "https://mcp.example/mcp",
  "us-client",
  "cards:read",
])("what is no secret blacks out nothing: %s", (issued) => {
  const text = `{"code":0,"msg":"SUCCESS"} verified Bearer 1000 https://mcp.example/mcp us-client cards:read code=1`;
  expect(shown(text, issued)).toBe(text);
});

test("of a JSON Web Token its parts are hidden too", () => {
  const jwt = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhbHBoYSJ9.c2lnbmF0dXJl";
  expect(shown("x eyJzdWIiOiJhbHBoYSJ9 y c2lnbmF0dXJl z", jwt)).toBe("x [redacted] y [redacted] z");
});

test("a server that issues without end, or one token without end, costs little", () => {
  const secrets = new IssuedSecrets();
  secrets.add(Array.from({ length: 100_000 }, (_, at) => `token-of-a-flood-${at}`));
  const long = "0123456789abcdef".repeat(2 ** 14);
  const other = new IssuedSecrets();
  other.add([long]);
  expect(other.text(long)).not.toContain("0123456789abcdef");
  expect(secrets.text("token-of-a-flood-1")).toBe("[redacted]");
});

test("a thousand tokens that begin alike cost no more than one in a text of this beginning", () => {
  const beginning = "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.";
  const secrets = new IssuedSecrets();
  secrets.add(Array.from({ length: 1_000 }, (_, at) => `${beginning}payload-${at}.signature-${at}`));
  const text = beginning.slice(0, 30).repeat(60_000);
  expect(secrets.text(text)).not.toContain("eyJhbG");
  expect(secrets.text(`${beginning}payload-7.signature-7 after`)).toBe("[redacted] after");
});
