import { expect, test } from "vitest";
import { axes } from "../choices.ts";
import { ask, testedReference } from "../testing/ask.ts";
import type { OutgoingRequest, Reply } from "../delivery/post-by-undici.ts";

const URL = "https://callback.example/hook?a=1";
const DIGITS = /\d{12}/;

function reply(body: string, headers: Readonly<Record<string, string>> = {}, status = 200): Reply {
  return { status, headers: new Map(Object.entries(headers)), body };
}

function challengeOf({ url, headers }: OutgoingRequest): string {
  return DIGITS.exec(`${url} ${JSON.stringify(headers)}`)?.[0] ?? "";
}

const FORMS = {
  options: {
    method: "OPTIONS",
    right: ({ headers }: OutgoingRequest) =>
      reply("", { "webhook-allowed-origin": headers["WebHook-Request-Origin"] ?? "" }),
    wrong: () => reply("", { "webhook-allowed-origin": "another.example" }),
  },
  "hub-challenge": {
    method: "GET",
    right: (asked: OutgoingRequest) => reply(challengeOf(asked)),
    wrong: (asked: OutgoingRequest) => reply(`"${challengeOf(asked)}"`),
  },
  "get-challenge": {
    method: "GET",
    right: (asked: OutgoingRequest) => reply(`{"challenge":${challengeOf(asked)}}`),
    wrong: (asked: OutgoingRequest) => reply(`{"challenge":"${challengeOf(asked)}"}`),
  },
  "post-challenge": {
    method: "POST",
    right: (asked: OutgoingRequest) => reply("{}", { "x-hook-response": challengeOf(asked) }),
    wrong: () => reply('{"challenge":"1"}'),
  },
  "post-header": {
    method: "POST",
    right: (asked: OutgoingRequest) => reply(challengeOf(asked)),
    wrong: (asked: OutgoingRequest) => reply(challengeOf(asked), {}, 404),
  },
} as const;

const verifying = axes.urlVerification.filter((form) => form !== "none");

test.each(verifying)("%s: a URL is stored when it answers, and only then", async (form) => {
  const { method, right, wrong } = FORMS[form];
  let answer: (asked: OutgoingRequest) => Reply | undefined = wrong;
  const asked: OutgoingRequest[] = [];
  const reference = testedReference({
    choices: { urlVerification: form },
    visit: async (question) => {
      asked.push(question);
      return answer(question);
    },
  });
  const register = async () => ask(reference, "register", { body: { callbackUrl: URL } });
  expect(await register()).toMatchObject({ status: 400, envelope: { code: 40015 } });
  expect((await ask(reference, "query")).data).toBeUndefined();
  answer = () => undefined;
  expect((await register()).status).toBe(400);
  answer = right;
  expect((await register()).data).toBe(true);
  expect((await ask(reference, "query")).data).toMatchObject({ callbackUrl: URL });
  expect(asked.map((one) => one.method)).toEqual([method, method, method]);
  expect(asked.every(({ url }) => url.startsWith(URL))).toBe(true);
});

test("a URL that the merchant has already is not asked again, and one that offends is never asked", async () => {
  const asked: string[] = [];
  const reference = testedReference({
    choices: { urlVerification: "hub-challenge" },
    visit: async (question) => {
      asked.push(question.url);
      return reply(challengeOf(question));
    },
  });
  for (const callbackUrl of [URL, URL, "http://callback.example/", "https://", 7])
    await ask(reference, "register", { body: { callbackUrl } });
  expect(asked).toHaveLength(1);
});
