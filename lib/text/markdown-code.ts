import { terminalText } from "./terminal-text.ts";

/** Text of unknown origin as code within a line of Markdown. It has no effect and can be copied as it is. */
export function markdownCode(text: string): string {
  const line = terminalText(text);
  if (line.trim() === "") return "(empty)";
  const longestRun = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longestRun + 1);
  const space = /^[` ]|[` ]$/.test(line) ? " " : "";
  return `${fence}${space}${line}${space}${fence}`;
}
