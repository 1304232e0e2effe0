import { Command } from "commander";
import { readPort } from "../read-port.ts";
import type { ServeRequest } from "../serve/serve-target.ts";

type Served = Omit<ServeRequest, "choice"> & Partial<Pick<ServeRequest, "choice">>;

/** `serve`: the reference on a port. */
export function serveCommand(): Command {
  return new Command("serve")
    .summary("serve the reference, for use as a sandbox")
    .description("Serves the reference implementation until Ctrl-C, for use as a sandbox.")
    .option("--port <n>", "port, or 0 for a free one", readPort, 4010)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--https", "serve https with a self-signed certificate")
    .option(
      "--certificate <file>",
      "with --https: write the certificate to this file, for target.ca of a profile",
    )
    .option("--profile <name|file>", "profile that gives the credentials and the signature", "reference")
    .option(
      "--choice <axis=value>",
      "an answer that the document leaves open, see list --choices; may be repeated",
      collect,
    )
    .option("--mutant <name>", "break one rule, see list --mutants")
    .action(async ({ choice = [], ...options }: Served) => {
      const { serveTarget } = await import("../serve/serve-target.ts");
      await serveTarget({ ...options, choice }, process.env);
    });
}

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value];
}
