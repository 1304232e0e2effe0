import { ownCommand } from "../../package/command-line-text.ts";
import type { RunVerdict } from "../../engine/run-verdict.ts";

/**
 * Next steps after a run that checked nothing or ended early. Sentences of the suite, with code in backticks.
 */
export const NEXT_STEPS: Readonly<Partial<Record<RunVerdict, readonly string[]>>> = {
  unreachable: [
    "The address: `baseUrl` of the profile, without `/abc/v1`. Does the host name resolve, and does the port answer?",
    "The connection: a firewall, a VPN, `HTTPS_PROXY` and `NO_PROXY`; for TLS, `target.ca` and a client certificate in the profile.",
    "The credentials: the key of each merchant; in signed mode also the secret, the payload template, the encoding, and the unit of the timestamp and the clock.",
    `\`${ownCommand()} sign webhook/query --profile …\` prints one request for a shell. Try it by hand.`,
  ],
  incomplete: [
    "The list of undecided checks below names each reason.",
    `\`${ownCommand()} run\` with the ids of some checks runs only these.`,
  ],
  defect: [
    "The reason above and the errored checks are defects of this suite. Please report them, with `conformance.json`.",
  ],
  interrupted: [
    "The results until then are below. A new run starts from the beginning. The last part of this page shows the webhooks of your merchants.",
  ],
};
