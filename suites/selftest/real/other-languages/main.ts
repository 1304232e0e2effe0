import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { isAccusation, rowOf, saidOf } from "../said-of.ts";
import { asked } from "./asked.ts";
import { type Program, programs } from "./programs.ts";

/**
 * Judges services around the validators of other languages, as far as their tools are installed, and writes the page of
 * them. Ends with 1 when a sound one is accused, or one that is not sound passes.
 */
const PAGE = new URL("../../../../.github/VALIDATORS-OF-OTHER-LANGUAGES.md", import.meta.url);
/** Some know which top-level domains there are. */
const CALLBACK = { base: "https://hooks.example.com/", varyHost: true };
const VERSION = /\d+(?:\.\d+)+/;

let wrong = 0;
const sections: string[] = [];
for (const program of programs) {
  const section = await judged(program);
  if (section === undefined) console.log(`${program.language}: not installed`);
  else sections.push(section);
}
if (sections.length === programs.length) writeFileSync(PAGE, page(sections));
process.exitCode = wrong > 0 ? 1 : 0;

async function judged(program: Program): Promise<string | undefined> {
  const running = await asked(program);
  if (running === undefined) return undefined;
  const title = `${program.language} ${versionOf(program)}`;
  const rows: string[] = [];
  for (const [name, validator] of Object.entries(running.validators)) {
    const said = await saidOf(validator, { facts: { callback: CALLBACK } });
    const isRight = said.some(isAccusation) === program.unsound.includes(name);
    if (!isRight) wrong += 1;
    console.log(`${isRight ? "✓" : "✗"} ${title}, ${name}: ${said.join(", ") || "nothing"}`);
    rows.push(rowOf(name, said));
  }
  running.close();
  return `## ${title}\n\n<!-- prettier-ignore -->\n| validator | what is said |\n| --- | --- |\n${rows.join("\n")}`;
}

function versionOf({ version: [tool = "", ...rest] }: Program): string {
  const [version = ""] = VERSION.exec(execFileSync(tool, rest).toString()) ?? [];
  return version;
}

function page(texts: readonly string[]): string {
  return `# What the validators of other languages do to a callback URL

Small services around them, judged at depth standard by \`npm run test:other-languages\`, which writes this page where all of these languages are installed. A warning fails nobody. The code of each: [other-languages](../suites/selftest/real/other-languages). Those of JavaScript: [VALIDATORS.md](VALIDATORS.md).

${texts.join("\n\n")}
`;
}
