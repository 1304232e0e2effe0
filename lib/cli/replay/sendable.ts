import { shownAddress } from "../../profile/shown-address.ts";
import type { RecordedExchange } from "../../engine/result.ts";
import { UsageError } from "../usage-error.ts";

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** What neither a request nor a line of a terminal holds. A tab may stand in a header. */
const ODD = /[^\P{Cc}\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The address of a recorded request, below another base URL.
 * @throws {UsageError} when it did not go below the one that it was recorded at.
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
 * @throws {UsageError} when the method, the address or a header is none that a client could have sent, or when a header
 * would send the request to another host.
 */
export function assertSendable({ index, request: { method, url, headers } }: RecordedExchange): void {
  const wrong =
    (TOKEN.test(method) ? undefined : "its method is no word of HTTP") ??
    (ODD.test(url) || /\s/.test(url) ? "its address holds characters that no address holds" : undefined) ??
    headers.map(([name, value]) => headerProblem(name, value)).find((problem) => problem !== undefined);
  if (wrong !== undefined) throw new UsageError(`Cannot print request ${index} of the capsule: ${wrong}`);
}

function headerProblem(name: string, value: string): string | undefined {
  if (!TOKEN.test(name)) return "the name of a header is no word of HTTP";
  if (name.toLowerCase() === "host") return "its Host header names a host, which is for the address to say";
  return ODD.test(value) ? `its header ${name} holds characters that no header holds` : undefined;
}

/** As a client sends it, without dot segments; without the slash at its end. */
function normalised(address: string): string | undefined {
  const url = URL.parse(address);
  return url === null ? undefined : `${url.origin}${url.pathname}`.replace(/\/$/, "");
}
