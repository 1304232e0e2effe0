import { Command } from "commander";
import { ownCommand } from "../../package/command-line-text.ts";

const OWN = ownCommand();

const HELP = `
Opens report.html, which run --html writes, by the program of this system: xdg-open or open. Nothing is sent.

Exit codes: 0, 2 when there is no page, or it cannot be opened.

Example:
  ${OWN} show results/tonight
`;

/** `show`: opens the page of a run. */
export function showCommand(): Command {
  return new Command("show")
    .summary("open the page of a run in the browser")
    .description("Opens the page of a run in the browser.")
    .argument("<results>", "a folder of results, or its conformance.json")
    .addHelpText("after", HELP)
    .action(async (results: string) => {
      const { showPage } = await import("../show/show-page.ts");
      process.stdout.write(await showPage(results));
    });
}
