import { Command } from "commander";

/** `init`: a commented profile to fill in. */
export function initCommand(): Command {
  return new Command("init")
    .summary("write a commented profile")
    .description("Writes <name>.yaml, a profile that explains every field. Nothing is overwritten.")
    .argument("[name]", "name of the target", "sandbox")
    .option("--stdout", "print it instead")
    .action(async (name: string, options: { stdout?: true }) => {
      const { writeProfile } = await import("../init/write-profile.ts");
      process.stdout.write(writeProfile(name, options));
    });
}
