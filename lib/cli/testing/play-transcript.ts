import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseChoice } from "../../reference/parse-choice.ts";
import { runBin } from "./run-bin.ts";
import { servedReference } from "./served-reference.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** Where the commands of a page run. */
interface Stage {
  readonly folder: string;
  /** Addresses and days of this run, by those that the page shows. */
  readonly actual: Map<string, string>;
}

const DAY_MS = 86_400_000;

const BLOCK = /^```(\w+)( \S+)?\n([^]*?)^```$/gm;
const COMMAND = /^\$ ((?:[A-Z_]+=\S* )*)(card-issuing-conformance|grep) (.*?)(?: \| grep (.*))?$/;
const WORD = /'([^']*)'|(?:[^\s'])+/g;
const URL_SHOWN = "http://127.0.0.1:";
const TODAY_SHOWN = "2026-11-26";
const NEXT_MONTH_SHOWN = "2026-12-26";
/** Parts of an output that differ in each run, as a page shows them. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/^\d+\/\d+ · .*\n/gm, ""],
  [/cc-[0-9a-f]{10}/g, "cc-10a7523ded"],
  [/(?<=\/hook\/)\d+/g, "118"],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, `${TODAY_SHOWN}T07:00:00.000Z`],
  [/(?<=https?:\/\/127\.0\.0\.1:)\d{5}/g, "40000"],
  [/(?<=^Requests {2}|^requests {2}.*)\d+/gm, "123"],
  [/\d+(?= requests\b)/g, "123"],
  [/in \d+\.\d s$/gm, "in 1.0 s"],
  [/: about \d+ s\.$/gm, ": about 1 s."],
  [/npm run -s cli --/g, "npx --no-install card-issuing-conformance"],
];

/**
 * Runs the commands of a page in order, and returns the page with what they print. A block with a file name is a file
 * of the folder in which they run. `serve … &` starts a reference at the shown port, or at 4010. The page shows today as
 * 2026-11-26.
 */
export async function playTranscript(page: string): Promise<string> {
  const actual = new Map([
    [TODAY_SHOWN, dayIn(0)],
    [NEXT_MONTH_SHOWN, dayIn(30)],
  ]);
  const stage: Stage = { folder: temporaryFolder(), actual };
  const parts: string[] = [];
  let end = 0;
  for (const { 0: block, 1: language, 2: file, 3: text = "", index } of page.matchAll(BLOCK)) {
    parts.push(page.slice(end, index));
    end = index + block.length;
    if (file !== undefined) writeFileSync(join(stage.folder, file.trim()), asRun(text, stage));
    parts.push(language === "console" ? `\`\`\`console\n${await playBlock(text, stage)}\`\`\`` : block);
  }
  return [...parts, page.slice(end)].join("");
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

async function playBlock(text: string, stage: Stage): Promise<string> {
  const commands = text.split("\n").filter((line) => line.startsWith("$ "));
  let played = "";
  for (const command of commands) played += `${command}\n${await playCommand(command, stage)}`;
  return played;
}

async function playCommand(line: string, stage: Stage): Promise<string> {
  const [, variables = "", program, words = "", pattern] = COMMAND.exec(line) ?? [];
  const args = wordsOf(words);
  if (args[0] === "serve" && args.at(-1) === "&") return serve(args, stage);
  if (program === "grep")
    return asShown(grep(words, readFileSync(join(stage.folder, args.at(-1) ?? ""), "utf8")), stage);
  const state = { XDG_STATE_HOME: join(stage.folder, "state") };
  const placed = (word: string) => asRun(word.replace(/^(@|[A-Z_]+=)?\.\//, `$1${stage.folder}/`), stage);
  const env = Object.fromEntries(wordsOf(variables).map((one) => placed(one).split("=", 2)));
  const { code, stdout, stderr } = await runBin(args.map(placed), { env: { ...state, ...env } });
  const printed = asShown(stdout + stderr, stage);
  const shown = pattern === undefined ? printed : grep(pattern, printed);
  return code === 0 ? shown : `${shown}[exit ${code}]\n`;
}

async function serve(args: readonly string[], { actual }: Stage): Promise<string> {
  const valueOf = (flag: string) => (args.includes(flag) ? args[args.indexOf(flag) + 1] : undefined);
  const [mutant, choice] = [valueOf("--mutant"), valueOf("--choice")];
  const url = await servedReference({
    ...(mutant !== undefined && { mutant }),
    ...(choice !== undefined && { choices: parseChoice(choice) }),
  });
  actual.set(`${URL_SHOWN}${valueOf("--port") ?? 4010}`, url);
  return "";
}

/** Returns the lines with a match of the first word, or with `-o` the matches only. */
function grep(words: string, text: string): string {
  const [flag, ...others] = wordsOf(words);
  const isOnlyMatching = flag === "-o";
  const pattern = new RegExp((isOnlyMatching ? others[0] : flag) ?? "");
  const found = text
    .replace(/\n$/, "")
    .split("\n")
    .flatMap((line) => {
      const [match] = pattern.exec(line) ?? [];
      return match === undefined ? [] : [isOnlyMatching ? match : line];
    });
  return found.map((line) => `${line}\n`).join("");
}

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(([word, quoted]) => quoted ?? word);
}

function asRun(text: string, { actual }: Stage): string {
  return [...actual].reduce((result, [shown, value]) => result.replaceAll(shown, value), text);
}

function asShown(text: string, { folder, actual }: Stage): string {
  const relative = text.replaceAll(new RegExp(`(?:/|(?:\\.\\./)+)${folder.slice(1)}/`, "g"), "./");
  const shown = [...actual].reduce((result, [name, value]) => result.replaceAll(value, name), relative);
  return VARYING.reduce((result, [pattern, replacement]) => result.replaceAll(pattern, replacement), shown);
}
