import { expect, test } from "vitest";
import { HEAD, load, problems } from "../testing/profile-text.ts";

const at = (value: string) => problems(HEAD.replace("key-alpha", `"${value}"`), { EMPTY: "" });

test("the environment fills in values, and numbers and booleans are read as such", () => {
  const text = `${HEAD.replace("key-alpha", '"${env:KEY}"')}disposable: \${env:YES}
limits: { retries: "\${env:RETRIES:-3}", timeoutMs: "\${env:EMPTY:-7}" }
mcp: { readOnlyToken: "a-\${env:KEY}-\${env:YES}" }
`;
  const { profile } = load(text, { KEY: "0123", YES: "true", EMPTY: "" });
  expect(profile.merchants[0]?.apiKey).toBe("0123");
  expect(profile).toMatchObject({ disposable: true, limits: { retries: 3, timeoutMs: 7 } });
  expect(profile.mcp.readOnlyToken).toBe("a-0123-true");
});

test("a variable that is not set, empty or wrongly written is named with its place", () => {
  const start = "4:36  merchants[0].apiKey  expected";
  expect(at("${env:NOPE}")).toEqual([`${start} a value in the environment (got nothing: NOPE is not set)`]);
  expect(at("${env:EMPTY}")).toEqual([
    `${start} a value in the environment (got nothing: EMPTY is set but empty)`,
  ]);
  expect(at("${env:1X}")).toEqual([`${start} \${env:NAME} or \${env:NAME:-default} (got \${env:1X})`]);
  expect(at("${ALPHA_KEY}")).toEqual([`${start} \${env:NAME} or \${env:NAME:-default} (got \${ALPHA_KEY})`]);
  expect(problems(`${HEAD}operations: { card/cancel: { body: { a: "\${NAME}" } } }`)).toEqual([]);
});

test("a value from the environment may hold what looks like a variable", () => {
  const { profile } = load(HEAD.replace("key-alpha", '"${env:KEY}"'), { KEY: "${env:OTHER}" });
  expect(profile.merchants[0]?.apiKey).toBe("${env:OTHER}");
});

test("below pins stands what a target answered: no variable is filled in there, and none is missed", () => {
  const pins = { "query.answer": { msg: "${env:TOKEN}", message: "${env:NOPE}" } };
  expect(load(`${HEAD}pins: ${JSON.stringify(pins)}`, { TOKEN: "a-token-of-ours" }).profile.pins).toEqual(
    pins,
  );
});
