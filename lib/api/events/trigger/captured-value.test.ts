import { expect, test } from "vitest";
import { InconclusiveError } from "../../../engine/record/verdict.ts";
import { triggering, WANTED } from "./testing/triggering.ts";

/** Steps of which the second one has a captured value in it, and what the first one is answered. */
function capturing(second: string, value: unknown) {
  return triggering(`triggers: { card.status: [{ url: /first, capture: { node: /node } }, ${second}] }`, [
    [200, JSON.stringify({ node: value })],
  ]);
}

const IN_COMMAND = 'command: [node, -e, "process.exit(process.argv.length - 2)", "{node}"]';
const ANYWHERE: [string, unknown][] = [
  ["a line break", "a\r\nX-Admin: 1"],
  ["a line feed at the end", "a\n"],
  ["a NUL", "a\0b"],
  ["two words", "a b"],
  ["a tab", "a\tb"],
  ["a line separator", "a\u2028b"],
  ["a paragraph separator", "a\u2029b"],
  ["a next line", "a\u0085b"],
  ["a no-break space", "a\u00a0b"],
  ["a mark of direction", "a\u202eb"],
  ["a mark of no width", "a\u200bb"],
  ["half of a character", "a\ud800"],
  ["nothing", ""],
  ["too much", "a".repeat(257)],
];
const PLACES = [
  'url: "/e/{node}"',
  'url: /e, headers: { X-Of: "{node}" }',
  'url: /e, body: { of: "{node}" }',
];

test.for(ANYWHERE)("a captured value with %s is used nowhere, and the field is named", async ([, value]) => {
  for (const place of [...PLACES, IN_COMMAND]) {
    const { trigger, sent } = capturing(`{ ${place} }`, value);
    const error = await trigger.emit(WANTED).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InconclusiveError);
    expect(error).toMatchObject({
      message: expect.stringMatching(
        /^Cannot use \{node\}, .* Look at capture\.node in the steps of events\.trigger/,
      ),
    });
    expect(sent).toHaveLength(1);
  }
});

test.for([
  ["an option", "-oProxyCommand=touch"],
  ["a long option", "--eval=process.exit()"],
  ["a file of curl", "@/etc/passwd"],
  ["an address", "https://stranger.example/x"],
  ["the address of a file", "file:///etc/passwd"],
  ["a path to somewhere else", "../../etc/passwd"],
  ["a path with dots inside", "a/../b"],
  ["a variable", "${HOME}"],
  ["a command of a shell", "$(reboot)"],
  ["another command of a shell", "`reboot`"],
  ["a second command", "a;reboot"],
  ["a pipe", "a|reboot"],
  ["a redirection", "a>b"],
  ["a quote", "a'b"],
  ["a pattern", "*"],
  ["a backslash", "a\\b"],
  ["a home", "~root"],
  ["a variable of Windows", "%PATH%"],
  ["letters that look like others", "\u0430bc"],
] as const)("a captured value like %s is put into no command", async ([, value]) => {
  await expect(capturing(`{ ${IN_COMMAND} }`, value).trigger.emit(WANTED)).rejects.toThrow(
    "Cannot use {node}",
  );
  const inOneWord = 'command: [sh, -c, "exit 0 # {node}"]';
  await expect(capturing(`{ ${inOneWord} }`, value).trigger.emit(WANTED)).rejects.toThrow(
    "Cannot use {node}",
  );
});

test.for([".", "..", "../admin", "a/../../admin", "a\\..\\b", "./a"])(
  "the captured value %j leads to no other path",
  async (value) => {
    await expect(capturing('{ url: "/e/{node}/x" }', value).trigger.emit(WANTED)).rejects.toThrow(
      "Cannot use {node}, which was captured from an answer: the value would lead to another path of the URL.",
    );
  },
);

test.for([
  ["a/b", "a%2Fb"],
  ["//evil.example", "%2F%2Fevil.example"],
  ["@evil.example", "%40evil.example"],
  ["a?b=1&c#d", "a%3Fb%3D1%26c%23d"],
  ["%0a", "%250a"],
  ["{apiKey}", "%7BapiKey%7D"],
  ["\u00e9", "%C3%A9"],
])("the captured value %s is escaped in a path and a query", async ([value, escaped]) => {
  const { trigger, sent, opened } = capturing('{ url: "/e/{node}?of={node}" }', value);
  await trigger.emit(WANTED);
  expect(sent[1]).toBe(`POST /e/${escaped}?of=${escaped} [] `);
  expect(opened).toEqual([]);
});

test("a captured value is a text in a body, whatever it looks like", async () => {
  const value = '"},{"amount":"9';
  const { trigger, sent } = capturing('{ url: /e, body: { of: "{node}" } }', value);
  await trigger.emit(WANTED);
  expect(JSON.parse(sent[1]?.split("] ")[1] ?? "")).toEqual({ of: value });
});

test("a captured value beyond ASCII is put into no header", async () => {
  const { trigger } = capturing('{ url: /e, headers: { X-Of: "{node}" } }', "\u4f60");
  await expect(trigger.emit(WANTED)).rejects.toThrow("the value is not ASCII, and stands in a header");
});

test.for(["card-1", "6f1a3c52-9d04-4b7e-8c1f-0a2b3c4d5e6f", "YWJj+/==", 9007199254740991])(
  "the captured value %s is a word of a command",
  async (value) => {
    const { trigger } = capturing('{ command: [node, -e, "process.exit()", "{node}"] }', value);
    await expect(trigger.emit(WANTED)).resolves.toMatchObject({ at: 0 });
  },
);

test.for([
  ["a host", 'url: "https://{node}/e"', "expected scheme, host and port without braces"],
  ["a port", 'url: "https://sim.example:{node}/e"', "expected"],
  ["a user", 'url: "https://{node}@sim.example/e"', "expected scheme, host and port without braces"],
  ["the end of a host", 'url: "https://sim.example{node}"', "expected scheme, host and port without braces"],
  ["a program", 'command: ["{node}"]', "expected a program without braces"],
  ["a header of two lines", 'url: /e, headers: { X-A: "a\\nb" }', "expected a value without line breaks"],
  ["a header of no name", 'url: /e, headers: { "X A": b }', "expected the name of a header"],
] as const)("a profile whose answers could name %s is refused", ([, step, message]) => {
  expect(() => triggering(`trigger: { ${step} }`)).toThrow(message);
});
