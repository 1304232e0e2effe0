import { expect, test } from "vitest";
import { isInSample, JUDGES_ALL } from "./is-in-sample.ts";
import { type Change, judgeMcpService } from "./judge-mcp-service.ts";
import { judgeReference } from "./judge-reference.ts";
import { idsWith } from "./judge-target.ts";

/** Words that no header, file name or command may take as they are. */
const WORDS: Readonly<Record<string, string>> = {
  "a line break": "some-word-1\nsome-word-2",
  "a header behind a line break": "some-word-1\r\nX-Other: some-word-2",
  NUL: "some-word-1\u0000some-word-2",
  "U+0142 and U+2028": "some-word-1ł\u2028some-word-2",
  "half of a character": "some-word-1\ud800some-word-2",
  "quotes and commands of a shell": `some-word-1"'\`touch x\`$(touch x);touch x`,
  "64 KiB": "some-word-1".repeat(5_958),
};

/** The same of a URL or a path. */
const WORDS_OF_URLS: typeof WORDS = {
  ...WORDS,
  "a path upwards": "../../../etc/some-word-1",
  "an escaped NUL": "some-word-1%00%zz",
  "another host": "//stranger.example/some-word-1",
  "a user before another host": "@stranger.example/some-word-1",
};

/** Places that a word of the target may have in an answer. Places of one row do not hide each other. */
interface Places {
  readonly words: typeof WORDS;
  readonly changes: readonly ((word: string) => Change)[];
}

/** A place in JSON whose word becomes part of a later request. */
function inJson(place: RegExp): (word: string) => Change {
  return (word) => (answer) => {
    const text = Buffer.from(answer.body).toString();
    return place.test(text)
      ? { ...answer, body: Buffer.from(text.replace(place, () => JSON.stringify(word).slice(1, -1))) }
      : answer;
  };
}

/** The same in a header, whose bytes are read as Latin-1. No header has line breaks or NUL. */
function inHeader(name: string, write: (value: string, word: string) => string): (word: string) => Change {
  return (word) => (answer) => {
    const headers = answer.headers.map(([key, value]) =>
      key.toLowerCase() === name ? ([key, write(value, asBytes(word))] as const) : ([key, value] as const),
    );
    return { ...answer, headers };
  };
}

function asBytes(word: string): string {
  return Buffer.from(word)
    .toString("latin1")
    .replaceAll(/[\r\n\0]/g, "");
}

const behind = (value: string, word: string) => `${value}${word}`;

/** Of the MCP service and of its authorization server. */
const MCP_PLACES: Readonly<Record<string, Places>> = {
  "the versions of the protocol": {
    words: WORDS,
    changes: [inJson(/(?<="protocolVersion":")[^"]*/), inJson(/(?<="supportedVersions":\[")[^"]*/)],
  },
  "sessions and tools": {
    words: WORDS,
    changes: [inHeader("mcp-session-id", behind), inJson(/(?<="tools":\[\{"name":")[^"]*/)],
  },
  tokens: {
    words: WORDS,
    changes: [inJson(/(?<="access_token":")[^"]*/), inJson(/(?<="refresh_token":")[^"]*/)],
  },
  "the place of the metadata": {
    words: WORDS_OF_URLS,
    changes: [
      inHeader("www-authenticate", (value, word) =>
        value.replace(/(?<=resource_metadata="https:\/\/[^"/]*)/, () => word.replaceAll('"', String.raw`\"`)),
      ),
    ],
  },
  "the issuer": {
    words: WORDS_OF_URLS,
    changes: [inJson(/(?<="authorization_servers":\["https:\/\/[^"/]*)/)],
  },
  endpoints: {
    words: WORDS_OF_URLS,
    changes: ["token", "authorization"].map((name) =>
      inJson(new RegExp(`(?<="${name}_endpoint":"https://[^"/]*)`)),
    ),
  },
  redirects: {
    words: WORDS_OF_URLS,
    changes: [inHeader("location", behind), inHeader("set-cookie", behind)],
  },
};

/** Of the API. */
const API_PLACES: Readonly<Record<string, Places>> = {
  "the merchant and its events": { words: WORDS_OF_URLS, changes: ["merchantId", "eventTypes"].map(inField) },
  "other fields": {
    words: WORDS,
    changes: ["callbackUrl", "createTime", "transactionId", "provider", "msg"].map(inField),
  },
  headers: {
    words: WORDS,
    changes: ["Retry-After", "Vary", "Access-Control-Allow-Headers", "Set-Cookie", "Location", "Date"].map(
      addHeader,
    ),
  },
};

function inField(name: string): (word: string) => Change {
  return inJson(new RegExp(`(?<="${name}":")[^"]*`));
}

function addHeader(name: string): (word: string) => Change {
  return (word) => (answer) => ({ ...answer, headers: [...answer.headers, [name, asBytes(word)]] });
}

/** All changes of an answer, with one word. */
function changeAll({ changes }: Places, word: string): Change {
  const made = changes.map((changeBy) => changeBy(word));
  return (answer, request) => made.reduce((changed, change) => change(changed, request), answer);
}

/** Of so many words one is tried in a place. */
const STEP = JUDGES_ALL ? 1 : 3;
const wordsFor = (place: string, { words }: Places) =>
  Object.entries(words).filter(([name]) => isInSample(`${place}${name}`, STEP));

test.each(Object.entries(MCP_PLACES))(
  "no word of %s ends a check as a defect, or leads to another host",
  async (place, places) => {
    for (const [name, word] of wordsFor(place, places)) {
      const { errored, strangers } = await judgeMcpService(changeAll(places, word));
      expect({ name, errored, strangers }).toEqual({ name, errored: [], strangers: [] });
    }
  },
);

test.each(Object.entries(API_PLACES))(
  "no word of %s ends a check as a defect, or leads to another host",
  async (place, places) => {
    for (const [name, word] of wordsFor(place, places)) {
      const change = changeAll(places, word);
      const hosts = new Set<string>();
      const report = await judgeReference({
        front: () => async (request, next) => change(await next(request), request),
        watch: ({ origin = "the target" }) => hosts.add(origin),
      });
      const errored = idsWith(report, "errored");
      expect({ name, errored, hosts: [...hosts] }).toEqual({ name, errored: [], hosts: ["the target"] });
    }
  },
);
