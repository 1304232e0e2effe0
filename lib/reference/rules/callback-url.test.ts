import { expect, test } from "vitest";
import { ask, configuration, testedReference } from "../testing/ask.ts";

const HOST = "https://callback.example";
const filled = (start: string, length: number) => start.padEnd(length, "x");

const accepted = [
  HOST,
  `${HOST}/`,
  `${HOST}?`,
  `${HOST}/a//b///c`,
  `${HOST}/%2F%2f%C3%A9?x=%26&y=+;~`,
  `${HOST}/:@!$&'()*+,;=-._~/?/?:@`,
  `${HOST}/p?u=http://other.example/`,
  filled(`${HOST}/`, 512),
  filled(`${HOST}/?q=`, 512),
  "https://a.aa",
  "https://xn--bcher-kva.example/",
];

const refused = [
  filled(`${HOST}/`, 513),
  filled(`${HOST}/?q=`, 513),
  filled(`${HOST}/`, 5000),
  "",
  " ",
  "\t\n",
  ` ${HOST}/`,
  `\u0000${HOST}/`,
  "https://call back.example/",
  "https://callback.example\t/",
  "https://callback .example/",
  "callback.example/x",
  "//callback.example/x",
  "/x",
  "x",
  "http://callback.example/",
  "HTTP://callback.example/",
  "ftp://callback.example/",
  "ws://callback.example/",
  "wss://callback.example/",
  "file:///etc/passwd",
  "data:text/plain,https://callback.example/",
  "javascript:alert('https://callback.example/')",
  "httpss://callback.example/",
  "xhttps://callback.example/",
  "https+x://callback.example/",
  "https.://callback.example/",
  "http://other.example/?https://callback.example/",
  "https",
  "https:",
  "https:/x",
  "https:callback.example",
  "https://",
  "https:///path",
  "https://?q",
  "https://#f",
  "https://:443/",
  "https://user@/x",
  "https:\\\\callback.example\\x",
  "https://callback.example\\x",
  "https://callback.example:99999/",
  "https://[::1/",
];

test.for(accepted)("%j is accepted and stored as given", async (callbackUrl) => {
  const reference = testedReference();
  expect((await ask(reference, "register", { body: { callbackUrl } })).data).toBe(true);
  expect(await configuration(reference)).toMatchObject({ callbackUrl });
});

test.for(refused)("%j is refused", async (callbackUrl) => {
  const reference = testedReference();
  const answer = await ask(reference, "register", { body: { callbackUrl } });
  expect(answer).toMatchObject({ status: 400, data: undefined });
  expect(await ask(reference, "query")).toMatchObject({ status: 404 });
});

test.for([null, 1, true, ["https://callback.example/"], { url: "https://callback.example/" }])(
  "the value %j is refused",
  async (callbackUrl) => {
    expect(await ask(testedReference(), "register", { body: { callbackUrl } })).toMatchObject({
      status: 400,
    });
  },
);

test("length is counted in the chosen unit", async () => {
  const callbackUrl = filled(`${HOST}/${"😀".repeat(10)}`, 512);
  for (const [lengthUnit, status] of [
    ["utf-16", 200],
    ["code-points", 200],
    ["utf-8-bytes", 400],
  ] as const) {
    const answer = await ask(testedReference({ choices: { lengthUnit } }), "register", {
      body: { callbackUrl },
    });
    expect(answer).toMatchObject({ status });
  }
});
