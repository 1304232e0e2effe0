import { expect, test } from "vitest";
import { credentialFinder, LiteralRedactor, Redactor } from "./redactor.ts";

const SECRET = 'k3y/+"Ünï\\"=s';

function redactorOf(...secrets: [string, string][]): Redactor {
  const redactor = new Redactor();
  for (const [secret, label] of secrets) redactor.add(secret, label);
  return redactor;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function hexOf(text: string): string {
  return Buffer.from(text).toString("hex");
}

function unicodeEscaped(text: string): string {
  return text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

test.each([
  ["plain", SECRET],
  ["lower case", SECRET.toLowerCase()],
  ["upper case", SECRET.toUpperCase()],
  ["percent-encoded", encodeURIComponent(SECRET)],
  ["percent-encoded in lower case", encodeURIComponent(SECRET).toLowerCase()],
  ["percent-encoded twice", encodeURIComponent(encodeURIComponent(SECRET))],
  ["percent-encoded as a whole", hexOf(SECRET).replace(/../g, "%$&")],
  ["JSON", JSON.stringify(SECRET).slice(1, -1)],
  ["JSON with an escaped slash", JSON.stringify(SECRET).slice(1, -1).replaceAll("/", "\\/")],
  ["JSON in JSON", inJson(inJson(SECRET))],
  ["JSON in JSON in JSON", inJson(inJson(inJson(SECRET)))],
  ["unicode escapes", unicodeEscaped(SECRET)],
  ["unicode escapes in upper case", unicodeEscaped(SECRET).toUpperCase().replaceAll("\\U", "\\u")],
  ["UTF-8 that was read as Latin-1", Buffer.from(SECRET).toString("latin1")],
  ["hex", hexOf(SECRET)],
  ["hex in upper case", hexOf(SECRET).toUpperCase()],
  ["hex with colons", hexOf(SECRET).replace(/..(?!$)/g, "$&:")],
])("a secret is found: %s", (_, form) => {
  const redactor = redactorOf([SECRET, "alpha secret"]);
  expect(redactor.text(`x ${form} y ${form}`)).toBe("x [alpha secret] y [alpha secret]");
});

test.each([
  ["plain", SECRET],
  ["percent-encoded", encodeURIComponent(SECRET)],
  ["JSON in JSON", inJson(inJson(SECRET))],
  ["unicode escapes", unicodeEscaped(SECRET)],
  ["hex", hexOf(SECRET)],
  ["base64", Buffer.from(SECRET).toString("base64")],
])("wherever a text was cut short, next to nothing of a secret is left: %s", (_, form) => {
  const redactor = redactorOf([SECRET, "alpha secret"]);
  const shortest = Math.ceil((form.length / SECRET.length) * 5);
  for (let chars = shortest; chars < form.length; chars += 1) {
    const shown = redactor.text(`"x ${form.slice(0, chars)}… (900 characters)`);
    expect(shown).toMatch(/^"x \[alpha secret\]\w?… \(900 characters\)$/);
  }
  expect(redactor.text(`${form.slice(0, shortest)} and so on`)).toContain(form.slice(0, shortest));
});

test.each(["", "a", "ab", "abc", "user:", "\u00ff\u00ff\u00ff\u00ff"])(
  "base64 after %j and before anything leaves no readable part of the secret",
  (before) => {
    const secret = "S3cret>?>?Value";
    const redactor = redactorOf([secret, "key"]);
    for (const after of ["", "x", "xy", "xyz"]) {
      for (const encoding of ["base64", "base64url"] as const) {
        const bytes = Buffer.concat([Buffer.from(before, "latin1"), Buffer.from(secret), Buffer.from(after)]);
        const shown = redactor.text(`Basic ${bytes.toString(encoding)}.`);
        expect(shown).toMatch(/^Basic [\w+/=-]*\[key\][\w+/=-]*\.$/);
        expect(shown.length).toBeLessThan("Basic [key].".length + 2 * (before.length + after.length) + 8);
      }
    }
  },
);

test.each(["...", "***", "****", "•••", "…", String.raw`\u2026`, String.raw`\u2022\u2022`, "&hellip;"])(
  "of a secret that is masked by %s nothing is left",
  (mark) => {
    const redactor = redactorOf(["reference-alpha-key-7f3a9c21", "key"]);
    for (const chars of [4, 10, 20, 24, 27])
      expect(redactor.text(`key ${"reference-alpha-key-7f3a9c21".slice(0, chars)}${mark} is unknown`)).toBe(
        `key [key]${mark} is unknown`,
      );
  },
);

test.each([
  ["k3y8f7d2aa00bb11", 8],
  ["2f9a41c3-77aa-4f0e-9d7e-1234567890ab", 8],
  ["QWxhZGRpbjpvcGVuIHNlc2FtZQ", 8],
  ["sk_live_4eC39HqLyjWDarjt", 12],
  ["reference-alpha-key-7f3a9c21", 24],
  ["https://issuer.example/4eC39HqLyjWDarjt", 27],
])("the beginning of %s is hidden from %i characters on, wherever it stands", (secret, leading) => {
  const redactor = redactorOf([secret, "key"], [`${secret.slice(0, -2)}zz`, "other"]);
  for (let chars = leading; chars < secret.length - 2; chars += 1)
    for (const form of [
      secret.slice(0, chars),
      encodeURIComponent(secret.slice(0, chars)),
      Buffer.from(secret.slice(0, chars)).toString("hex"),
    ])
      expect(redactor.text(`"a":"${form}", "b":1`)).toBe('"a":"[key]", "b":1');
  const words = secret.slice(0, leading - 1);
  expect(redactor.text(`in ${words} there`)).toBe(`in ${words} there`);
  expect(redactor.text(`${secret} ${secret.slice(0, -2)}zz`)).toBe("[key] [other]");
});

test("base64 in a query or in JSON is found", () => {
  const secret = "\u00fb\u00ff\u00fe\u00fb\u00ffSECRET";
  const base64 = Buffer.from(secret).toString("base64");
  const escapedSlash = base64.replaceAll("/", "\\/");
  const redactor = redactorOf([secret, "key"]);
  expect(redactor.text(encodeURIComponent(base64))).toBe("[key]A%3D%3D");
  expect(redactor.text(escapedSlash)).toBe("[key]A==");
});

test("line breaks and blanks are found escaped and as a form field", () => {
  const redactor = redactorOf(["two words\nand a line", "key"]);
  expect(redactor.text("two+words%0Aand+a+line")).toBe("[key]");
  expect(redactor.text('"two words\\nand a line"')).toBe('"[key]"');
});

test.each([
  ["Go", /[<>&]/g, "lower"],
  ["Gson", /[<>&='"]/g, "lower"],
  ["System.Text.Json", /[<>&'"+`]/g, "upper"],
] as const)("a value that is used once is found in JSON of %s", (_, escaped, letters) => {
  const value = "ab+cd/EF'gh&ij<kl=mn==";
  const shown = value.replaceAll(escaped, (character) => {
    const hex = character.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${letters === "upper" ? hex.toUpperCase() : hex}`;
  });
  expect(new LiteralRedactor(value, "[due]").text(`x ${shown} y`)).toBe("x [due] y");
});

test("the beginning of a value that is used once is removed where a text was cut, and proves no leak", () => {
  const value = Buffer.from("a signature of thirty-two bytes!").toString("base64");
  const encoded = Buffer.from(value).toString("base64");
  const redactor = new LiteralRedactor(value, "[due]");
  expect(redactor.text(`{"a":"${value.slice(0, 20)}… (90 characters), ${encoded.slice(0, 40)}...`)).toMatch(
    /^\{"a":"\[due\]… \(90 characters\), .{1,4}\[due\]\.\.\.$/,
  );
  expect(redactor.text(`${value.slice(0, 15)}…`)).toBe(`${value.slice(0, 15)}…`);
  expect(credentialFinder(value)(`${value.slice(0, 20)}***`)).toBe(false);
  expect(redactor.text("...".repeat(50_000))).toBe("...".repeat(50_000));
});

test("characters that mean something in a pattern are literal", () => {
  const redactor = redactorOf(["a.b*c|d", "one"], ["(e)[f]{2}^$-#&~ ", "two"]);
  expect(redactor.text("a.b*c|d axbbc d (e)[f]{2}^$-#&~ .")).toBe("[one] axbbc d [two].");
});

test("the longest of overlapping secrets names the whole stretch, whatever the order of adding", () => {
  const secrets: [string, string][] = [
    ["abcd", "short"],
    ["xxabcdyy", "long"],
    ["wwxxab", "left"],
  ];
  for (const order of [secrets, secrets.toReversed()]) {
    expect(redactorOf(...order).text("-wwxxabcdyy-abcd-")).toBe("-[long]-[short]-");
  }
});

test("occurrences that overlap each other are all gone", () => {
  expect(redactorOf(["abab", "key"]).text("ababab")).toBe("[key]");
});

test("a label is never redacted in turn", () => {
  expect(redactorOf(["alpha", "beta"], ["beta", "alpha"]).text("alpha beta")).toBe("[beta] [alpha]");
});

test("secrets below 4 characters are whole header values only", () => {
  const redactor = redactorOf(["abc", "pin"], ["", "nothing"]);
  expect(redactor.text("abc and abc")).toBe("abc and abc");
  expect(
    redactor.headers([
      ["X-Pin", "abc"],
      ["X-Other", "abcd"],
      ["X-Empty", ""],
    ]),
  ).toEqual([
    ["X-Pin", "[pin]"],
    ["X-Other", "abcd"],
    ["X-Empty", ""],
  ]);
});

test("credential headers are redacted whether or not the value is known", () => {
  const redactor = redactorOf(["the-api-key", "alpha apiKey"]);
  const headers = [
    ["x-API-key", "the-api-key"],
    ["X-API-Key", " the-api-key "],
    ["X-API-Key", "another"],
    ["X-Signature", "0123abcd"],
    ["Authorization", "Bearer x"],
    ["Proxy-Authorization", "Basic x"],
    ["Cookie", "session=1"],
    ["Set-Cookie", "session=1"],
    ["X-Signature", ""],
    ["X-Echo", "key=THE-API-KEY;"],
    ["X-the-api-key", "v"],
    ["X-Nonce", "n"],
  ] as const;
  expect(redactor.headers(headers).map(([, value]) => value)).toEqual([
    "[alpha apiKey]",
    "[alpha apiKey]",
    ...Array.from({ length: 6 }, () => "[redacted]"),
    "",
    "key=[alpha apiKey];",
    "v",
    "n",
  ]);
  expect(redactor.headers(headers)[10]?.[0]).toBe("X-[alpha apiKey]");
});

test("each line of a PEM key is a secret of its own, the markers are not", () => {
  const lines = [
    "MC4CAQAwBQYDK2VwBCIEIJ+DYvh6SEqVTm50DFtMDoQikTmiCqirVv9mWG9qfSnF",
    "AAAAAAAAAAAAAAAAAAAAAAAA",
  ];
  const pem = ["-----BEGIN PRIVATE KEY-----", ...lines, "-----END PRIVATE KEY-----", ""].join("\n");
  const redactor = redactorOf([pem, "private key"]);
  expect(redactor.text(`cannot parse ${lines[1]}`)).toBe("cannot parse [private key]");
  expect(redactor.text(JSON.stringify({ pem }))).toBe(
    JSON.stringify({ pem: pem.replaceAll(/^\w.*$/gm, "[private key]") }),
  );
});

test("text without secrets stays, also when it is made to slow matching down", () => {
  const redactor = redactorOf(
    [`\\%${"a".repeat(60)}`, "key"],
    ["0123456789abcdef", "other"],
    ["reference-of-some-length-0001", "words"],
    [`${"\\".repeat(30)}"${"/".repeat(30)}x`, "escapes"],
  );
  for (const text of [
    "\\",
    "/",
    '\\"',
    "%25",
    "%",
    "a",
    "\\\\u005c",
    "0123456",
    "reference-of-some-length-0",
  ]) {
    const long = text.repeat(Math.ceil(1_000_000 / text.length));
    expect(redactor.text(long) === long && text).toBe(text);
  }
});

test("a text of the greatest size hides 100 secrets of one beginning, in the worst forms", () => {
  const beginning = "k".padEnd(120, "abcdefghij0123456789");
  const secrets = Array.from(
    { length: 100 },
    (_, index) => `${beginning}${String(index).padStart(95, "xyz")}`,
  );
  for (const part of [`${beginning}… `, `${beginning} `, beginning, `${beginning.slice(0, 60)}…`]) {
    const redactor = new Redactor();
    for (const secret of secrets) redactor.add(secret, "key");
    const shown = redactor.text(part.repeat(2 ** 20 / part.length));
    expect(shown).toContain("[key]");
    expect(shown).not.toContain(beginning.slice(0, 20));
  }
});
