import type { RunVerdict } from "../../engine/run-verdict.ts";

/** What to look at when a run has judged nothing, or not to its end; sentences of ours, code between backticks. */
export const NEXT_STEPS: Readonly<Partial<Record<RunVerdict, readonly string[]>>> = {
  unreachable: [
    "The address: `baseUrl` of the profile, without `/abc/v1`. Does the host name resolve, and does the port answer?",
    "The way there: a firewall, a VPN, `HTTPS_PROXY` and `NO_PROXY`; for TLS, `target.ca` and a client certificate in the profile.",
    "The credentials: the key of each merchant; in signed mode also the secret, the payload template, the encoding, and the unit of the timestamp and the clock.",
    "`card-issuing-conformance sign webhook/query --profile …` prints one request for a shell, to be tried by hand.",
  ],
  incomplete: [
    "What stands below as not decided says, for each reason, what stood in the way.",
    "`card-issuing-conformance run` with the ids of some checks judges these alone.",
  ],
  defect: [
    "The reason above, and the checks that are marked as errored, belong to this suite. Please report them, with `conformance.json`.",
  ],
  interrupted: [
    "What was judged until then stands below. A new run begins anew; the merchants are as the last part of this page says.",
  ],
};
