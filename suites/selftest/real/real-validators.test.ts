import { expect, test } from "vitest";
import { MALFORMED_URLS } from "../../../lib/api/webhook/inputs/malformed-url.ts";
import { URL_PARSERS, type UrlParserName } from "../../../lib/api/webhook/inputs/url-parsers.ts";
import { sound, unsound, type Validator } from "./validators.ts";
import { idsWith, judgeTarget, type Trial } from "../judge-target.ts";
import { plainService } from "./plain-service.ts";

const rows: string[] = [];
/** The parsers of the table that run in this test. The others were measured once, in the versions that the table names. */
const MEASURED_HERE: Readonly<Partial<Record<UrlParserName, Validator>>> = {
  "WHATWG URL": sound["new URL, stored as given"],
  zod: sound["z.url"],
  joi: sound["joi uri"],
  "ajv-formats url": sound["ajv-formats url"],
  yup: sound["yup url"],
  valibot: sound["valibot url"],
  "validator (class-validator)": sound["validator isURL"],
};

const VERDICTS = ["failed", "errored", "inconclusive", "warned"] as const;

/** The failures and warnings of a service with this validator: each a verdict and the id of a requirement. */
async function saidOf(validator: Validator, trial: Trial = {}): Promise<string[]> {
  const report = await judgeTarget(plainService(validator), { depth: "standard", ...trial });
  const against = VERDICTS.flatMap((verdict) => idsWith(report, verdict).map((id) => `${verdict} ${id}`));
  return report.cause === undefined ? against : [`not judged: ${report.cause}`];
}

/** A row of a table of Markdown. */
function rowOf(name: string, said: readonly string[]): string {
  const shown = said.map((line) => line.replace(/ ([\w.-]+)$/, " `$1`"));
  return `| ${name.replaceAll("|", "\\|")} | ${shown.join(", ") || "nothing"} |`;
}

async function accusations(name: string, validator: Validator): Promise<string[]> {
  const said = await saidOf(validator);
  rows.push(rowOf(name, said));
  return said.filter((line) => !line.startsWith("warned "));
}

test.for(Object.entries(sound))("a service with %s is not accused", async ([name, validator]) => {
  expect(await accusations(name, validator)).toEqual([]);
});

test.for(Object.entries(unsound))("a service with %s is accused", async ([name, validator]) => {
  expect(await accusations(name, validator)).not.toEqual([]);
});

test.for(MALFORMED_URLS)(
  "$name is accepted by the parsers that the table names",
  async ({ write, acceptedBy }) => {
    const text = write("hooks.example.com/path");
    const accepting: string[] = [];
    for (const [name, validator] of Object.entries(MEASURED_HERE)) {
      if ((await validator(text)) !== undefined) accepting.push(name);
    }
    expect(accepting.toSorted()).toEqual(acceptedBy.filter((name) => name in MEASURED_HERE).toSorted());
  },
);

test("what is said of each", async () => {
  await expect(page(rows)).toMatchFileSnapshot("../../webhook/callback-url/VALIDATORS.md");
});

test("what only URL parsers repair is seen at quick depth", async () => {
  expect(await saidOf(sound["new URL, stored as given"], { depth: "quick" })).toEqual([
    "warned callback-url.disputed-syntax",
    "warned callback-url.rfc-3986",
  ]);
});

function page(table: readonly string[]): string {
  return `# Which callback URLs common validators accept

The selftest checks a small service around each validator at depth standard, and writes this page. \`explain <id>\` shows the requirement. The code of each validator: \`suites/selftest/real/validators.ts\`.

<!-- prettier-ignore -->
| validator | result |
| --- | --- |
${table.join("\n")}

## Malformed URLs and the parsers that accept them

A target that accepts a form of this table fails \`callback-url.not-a-url\` where every parser rejects it, and gets the warning \`callback-url.disputed-syntax\` where at least one parser accepts it. The form is shown for the callback URL \`https://hooks.example.com/path\`.

<!-- prettier-ignore -->
| form | text | accepted by |
| --- | --- | --- |
${MALFORMED_URLS.map(formRow).join("\n")}

The parsers, and the test by which each accepts a text \`s\`:

<!-- prettier-ignore -->
| parser | version | test |
| --- | --- | --- |
${Object.entries(URL_PARSERS).map(parserRow).join("\n")}
`;
}

function formRow({ name, write, acceptedBy }: (typeof MALFORMED_URLS)[number]): string {
  const text = JSON.stringify(write("hooks.example.com/path"));
  return `| ${name} | \`${text}\` | ${acceptedBy.join(", ") || "none"} |`;
}

function parserRow([name, { version, test: code }]: [string, { version: string; test: string }]): string {
  return `| ${name} | ${version} | \`${code.replaceAll("|", "\\|")}\` |`;
}
