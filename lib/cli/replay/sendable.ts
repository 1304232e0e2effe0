import { shownAddress } from "../../profile/shown-address.ts";
import type { RecordedExchange } from "../../engine/recorded-exchange.ts";
import { UsageError } from "../usage-error.ts";

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Characters that neither a request nor a terminal line may contain. A header may contain a tab. */
const ODD = /[^\P{Cc}\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The address of a recorded request below another base URL.
 * @throws {UsageError} if it did not go below its recorded base URL
 */
export function addressOf({ index, request }: RecordedExchange, recordedAt: string, baseUrl: string): string {
  const address = baseUrl + request.url.slice(recordedAt.length);
  const isBelow =
    request.url.startsWith(`${recordedAt}/`) && normalised(address)?.startsWith(`${normalised(baseUrl)}/`);
  if (isBelow === true) return address;
  throw new UsageError(
    `Cannot print request ${index} of the capsule: it went to ${shownAddress(request.url)}, which is not below the address of its target, ${shownAddress(recordedAt)}`,
  );
}

/**
 * @throws {UsageError} if a client could not have sent the method, the address or a header, or if a header
 *   names another host
 */
export function assertSendable({ index, request: { method, url, headers } }: RecordedExchange): void {
  const wrong =
    (TOKEN.test(method) ? undefined : "its method is not an HTTP token") ??
    (ODD.test(url) || /\s/.test(url)
      ? "its address contains characters that a URL cannot contain"
      : undefined) ??
    headers.map(([name, value]) => headerProblem(name, value)).find((problem) => problem !== undefined);
  if (wrong !== undefined) throw new UsageError(`Cannot print request ${index} of the capsule: ${wrong}`);
}

function headerProblem(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return "the name of a header is not an HTTP token";
  if (name.toLowerCase() === "host") return "its Host header names a host; only the address may name it";
  return ODD.test(value) ? `its header ${name} contains characters that a header cannot contain` : undefined;
}

/** The path as a client sends it: without dot segments, and without a slash at its end. */
function normalised(address: string): string | undefined {
  const url = URL.parse(address);
  return url === null ? undefined : `${url.origin}${url.pathname}`.replace(/\/$/, "");
}
