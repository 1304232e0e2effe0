import { idsWith, type Report } from "./judge-target.ts";

/** A line of a pin about a conformant server at quick depth: the checks that warn. Empty without any. */
export function remarkLine(server: string, report: Report): string[] {
  const warned = idsWith(report, "warned");
  return warned.length === 0 ? [] : [`${server} | quick: (! ${warned.join(", ")})`];
}
