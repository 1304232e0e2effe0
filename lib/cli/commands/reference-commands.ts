import { ownCommand } from "../../package/command-line-text.ts";
import { wholeNumber } from "../run-options.ts";
import type { Listing } from "../catalogue/list-requirements.ts";
import type { RelayRequest } from "../relay/run-relay.ts";
import type { ServeRequest } from "../serve/serve-target.ts";
import type { SignRequest } from "../sign/sign-request.ts";
import { Command, InvalidArgumentError, Option } from "commander";

const OWN = ownCommand();
const PORT = wholeNumber("a port", 0, 65_535);
const MINUTES = wholeNumber("a number", 1, 24 * 60);

const LIST_HELP = `
A check decides a requirement. An observation records an answer that the document leaves open. Mutants prove a check:
each is a server that breaks one rule, and the check must fail it. explain <id> shows them.

With --profile it shows for each requirement what a run would do: judged, observed, uncovered with the field of the
profile to add, inapplicable, or skipped (run.skip). Nothing is sent.
`;

interface ListOptions extends Omit<Listing, "env"> {
  readonly mutants?: true;
  readonly choices?: true;
}

/** `list`: the catalogue, one requirement a line. */
export function listCommand(): Command {
  return new Command("list")
    .summary("list the requirements")
    .description(
      "Lists the requirements of the API document in its order: id, level, what proves it, text and sections.",
    )
    .argument(
      "[selector...]",
      "an area, a group of areas (webhook, auth), observations, or the beginning of an id. Default: everything",
    )
    .addOption(
      new Option("--level <level>", "only requirements of this level").choices([
        "stated",
        "inferred",
        "advisory",
        "unspecified",
      ]),
    )
    .addOption(
      new Option(
        "--section <number>",
        "only requirements of this section of the API document, such as 3.2",
      ).argParser((text) => text.replace(/^§/, "")),
    )
    .option("--profile <name|file>", "show what a run with this profile would cover")
    .addOption(
      new Option(
        "--mutants",
        "list the broken servers that serve --mutant starts, of all or of a selection",
      ).conflicts(["level", "section", "profile", "choices"]),
    )
    .addOption(
      new Option("--choices", "list the open answers that serve --choice sets, with their values").conflicts([
        "level",
        "section",
        "profile",
      ]),
    )
    .option("--json", "print JSON")
    .addHelpText("after", LIST_HELP)
    .action(async (selectors: string[], options: ListOptions) => {
      process.stdout.write(await listText(selectors, options));
    });
}

async function listText(
  selectors: readonly string[],
  { mutants, choices, ...options }: ListOptions,
): Promise<string> {
  if (choices === true) return (await import("../catalogue/list-reference.ts")).listChoices(options);
  if (mutants === true)
    return (await import("../catalogue/list-reference.ts")).listMutants(selectors, options);
  const { listRequirements } = await import("../catalogue/list-requirements.ts");
  return listRequirements(selectors, { ...options, env: process.env });
}

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

type Served = Omit<ServeRequest, "choice"> & Partial<Pick<ServeRequest, "choice">>;

/** `serve`: the reference on a port. */
export function serveCommand(): Command {
  return new Command("serve")
    .summary("serve the reference, for use as a sandbox")
    .description("Serves the reference implementation until Ctrl-C, for use as a sandbox.")
    .option("--port <n>", "port, or 0 for a free one", PORT, 4010)
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

/** `relay`: a receiver of deliveries on a public host. */
export function relayCommand(): Command {
  return new Command("relay")
    .summary("receive deliveries on a public host, for runs elsewhere")
    .description(
      "Receives deliveries until Ctrl-C for runs on other machines. Their profiles name it in events.receiver.relay. Its secret is CONFORMANCE_RELAY_TOKEN, or a new one.",
    )
    .option("--port <n>", "port, or 0 for a free one", PORT, 4011)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--certificate <file>", "PEM file of the certificate for https. Requires --key")
    .option("--key <file>", "PEM file of the key of the certificate")
    .option("--public-url <url>", "URL under which targets reach it, if it differs", readUrl)
    .option("--expire-minutes <n>", "forget a run that has not asked for this time", MINUTES, 60)
    .action(async (request: RelayRequest) => {
      const { runRelay } = await import("../relay/run-relay.ts");
      await runRelay(request, process.env);
    });
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "https:" && url.username === "" && url.search === "" && url.hash === "") return text;
  throw new InvalidArgumentError("expected a URL that begins with https://, without a query");
}

const SIGN_HELP = `
Examples:
  ${OWN} sign --profile ./sandbox.yaml webhook/query
  ${OWN} sign --profile ./sandbox.yaml webhook/register --body '{"callbackUrl":"https://callback.example/x"}'
  eval "$(${OWN} sign --profile ./sandbox.yaml webhook/query --curl)"
`;

/** `sign`: the headers of one request, and a curl line. */
export function signCommand(): Command {
  return new Command("sign")
    .summary("print the headers of one request, and a curl line")
    .description("Prints the signed headers, and a curl line, for one request. Nothing is sent.")
    .argument("<path>", "webhook/query, or a whole path such as /abc/v1/webhook/query?x=1")
    .option(
      "--profile <name|file>",
      "profile with the credentials. The default profile of other commands signs nothing",
      "reference-signed",
    )
    .option("--base-url <url>", "address of the target. Replaces the address of the profile")
    .option("--merchant <name>", "merchant of the profile. Default: the first one")
    .option("--method <method>", "HTTP method", "POST")
    .option("--body <text>", "request body; @file reads a file")
    .option("--reveal", "show the API key instead of a variable of the shell")
    .option("--curl", "print the curl line only")
    .addHelpText("after", SIGN_HELP)
    .action(async (path: string, options: Omit<SignRequest, "path">) => {
      const { signRequest } = await import("../sign/sign-request.ts");
      process.stdout.write(await signRequest({ ...options, path }, process.env));
    });
}

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
