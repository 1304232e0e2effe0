import { Command, InvalidArgumentError } from "commander";
import type { RelayRequest } from "../relay/run-relay.ts";
import { readPort } from "../read-port.ts";

const MAX_EXPIRE_MINUTES = 24 * 60;

/** `relay`: a receiver of deliveries on a public host. */
export function relayCommand(): Command {
  return new Command("relay")
    .summary("receive deliveries on a public host, for runs elsewhere")
    .description(
      "Receives deliveries until Ctrl-C for runs on other machines. Their profiles name it in events.receiver.relay. Its secret is CONFORMANCE_RELAY_TOKEN, or a new one.",
    )
    .option("--port <n>", "port, or 0 for a free one", readPort, 4011)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--certificate <file>", "PEM file of the certificate for https. Requires --key")
    .option("--key <file>", "PEM file of the key of the certificate")
    .option("--public-url <url>", "URL under which targets reach it, if it differs", readUrl)
    .option("--expire-minutes <n>", "forget a run that has not asked for this time", readMinutes, 60)
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

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (/^\d+$/.test(text) && minutes >= 1 && minutes <= MAX_EXPIRE_MINUTES) return minutes;
  throw new InvalidArgumentError(`expected a number from 1 to ${MAX_EXPIRE_MINUTES}`);
}
