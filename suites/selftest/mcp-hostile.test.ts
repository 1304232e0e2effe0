import { expect, test } from "vitest";
import type { WireAnswer } from "../../lib/http/transport.ts";
import { type Change, judgeMcpService } from "./judge-mcp-service.ts";

const DEEP = 100_000;
const JSON_TYPE = ["Content-Type", "application/json"] as const;
const OBJECTS = `${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`;
const WIDE = `[${"1,".repeat(200_000)}1]`;

/** Replaces a value in an answer. */
function withValue(answer: WireAnswer, from: RegExp, value: string): WireAnswer {
  const text = Buffer.from(answer.body).toString();
  return from.test(text) ? { ...answer, body: Buffer.from(text.replace(from, () => value)) } : answer;
}

function instead(text: string): Change {
  return (answer) => ({ ...answer, status: 200, headers: [JSON_TYPE], body: Buffer.from(text) });
}

/** Places in an answer that a large value takes. */
const PLACES: Readonly<Record<string, RegExp>> = {
  "in the metadata of the resource": /(?<="authorization_servers":)\[[^\]]*\]/,
  "in the metadata of the server": /(?<="response_types_supported":)\[[^\]]*\]/,
  "as a list of tools": /(?<="tools":)\[.*\]/,
  "as content": /(?<="content":)\[.*\]/,
  "beside tokens": /(?<="expires_in":)\d+/,
  "in events": /(?<=^data: ).*$/m,
};

const ATTACKS: Readonly<Record<string, Change>> = Object.fromEntries(
  Object.entries({ objects: OBJECTS, "a wide list": WIDE }).flatMap(([name, value]) => {
    const result = `{"jsonrpc":"2.0","id":1,"result":${value}}`;
    return [
      [`${name} as every answer`, instead(value)],
      [`${name} as a result`, instead(result)],
      ...Object.entries(PLACES).map(([place, from]): [string, Change] => [
        `${name} ${place}`,
        (answer) => withValue(answer, from, place === "in events" ? result : value),
      ]),
    ];
  }),
);

test.each(Object.entries(ATTACKS))("no answer ends a check as a defect: %s", async (_, change) => {
  const { errored } = await judgeMcpService(change);
  expect(errored).toEqual([]);
});

/** Places whose words become headers of later requests, and the requirement about each. */
const WORDS: Readonly<Record<string, readonly [RegExp, string]>> = {
  protocolVersion: [/(?<="protocolVersion":")[^"]*/, "scopes.handshake"],
  access_token: [/(?<="access_token":")[^"]*/, "authorization.token-answer"],
  refresh_token: [/(?<="refresh_token":")[^"]*/, "authorization.token-answer"],
};
const UNSENDABLE = { "a line break": String.raw`\n`, NUL: String.raw`\u0000`, "U+0142": "ł" };

test.for(
  Object.entries(WORDS).flatMap(([place, [word, id]]) =>
    Object.entries(UNSENDABLE).map(([name, text]) => [name, place, word, text, id] as const),
  ),
)("%s in %s reaches no header, and its requirement fails", async ([, , word, text, id]) => {
  const { errored, failed } = await judgeMcpService((answer) => withValue(answer, word, `odd${text}word`));
  expect(errored).toEqual([]);
  expect(failed).toContain(id);
});
