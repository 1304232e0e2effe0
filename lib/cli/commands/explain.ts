import { Command } from "commander";

/** `explain`: one requirement, and what proves it. */
export function explainCommand(): Command {
  return new Command("explain")
    .summary("explain a requirement")
    .description(
      "Explains one requirement: text, level, sections, how it is checked, and what proves the check.",
    )
    .argument("<id>", "for example callback-url.max-length")
    .action(async (id: string) => {
      const { explainRequirement } = await import("../catalogue/explain-requirement.ts");
      process.stdout.write(explainRequirement(id));
    });
}
