import { CATALOGUE_FILE } from "../catalogue/catalogue-links.ts";
import type { RunResult } from "../run-result.ts";
import { xmlText } from "../../text/xml-text.ts";

/** Lists the other files of the run. */
export function filesHtml({ suite }: RunResult): string {
  const files = [
    [CATALOGUE_FILE, "the requirements"],
    ["conformance.json", "this result, for programs"],
    ["junit.xml", "the same, for build servers"],
    ["ctrf.json", "the same, in the Common Test Report Format"],
    ["summary.md", "the same, in short"],
  ];
  const items = files.map(
    ([file = "", what = ""]) => `<li><a href="${file}">${file}</a> <small>${what}</small></li>`,
  );
  return `<footer><ul>${items.join("")}</ul><p><small>${xmlText(`${suite.name} ${suite.version}`)}</small></p></footer>`;
}
