import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Reference } from "../../lib/reference/reference.ts";
import { toRequest } from "../../lib/reference/to-request.ts";

/** Text that attacks a terminal, a page, a build server and a parser. */
export const MISCHIEF =
  '\u001b[31m\u001b]0;owned\u0007\r\n::error::owned\n##[error]owned ##vso[task.complete result=Failed]\n<script>alert("owned")</script><img src=x onerror=alert(1)> [owned](http://evil.example) ]]> | `x` @all \u202e\u2066';

export interface EchoTarget extends AsyncDisposable {
  readonly url: string;
  /** Every signature that was received, except short texts, which are not signatures. */
  readonly signatures: ReadonlySet<string>;
}

const MIN_SIGNATURE_CHARS = 16;
const UNFIT_FOR_HEADERS = /[^\t\u0020-\u007e\u00a1-\u{10ffff}]/u;
const GATEWAY_EVERY = 37;
const RESET_EVERY = 53;

/** Serves a reference that shows all that it knows and received, in every form, to every caller; `code` alone keeps the reason of a refusal. */
export async function echoTarget(reference: Reference, secrets: readonly string[]): Promise<EchoTarget> {
  const signatures = new Set<string>();
  let received = 0;

  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    received += 1;
    const request = await toRequest(incoming);
    const { "x-signature": signature = "", "x-api-key": apiKey = "" } = incoming.headers;
    if (String(signature).length >= MIN_SIGNATURE_CHARS) signatures.add(String(signature));
    const gossip = [String(apiKey), String(signature), ...secrets].flatMap(formsOf);
    if (received % RESET_EVERY === 0) return void incoming.socket.destroy();
    for (const [index, text] of gossip.entries())
      if (!UNFIT_FOR_HEADERS.test(text)) outgoing.setHeader(`X-Echo-${index}`, asBytes(text));
    if (received % GATEWAY_EVERY === 0) {
      outgoing.writeHead(502, { "content-type": "text/html" });
      outgoing.end(`<h1>502</h1>${gossip.join("<br>")}${MISCHIEF}`);
      return;
    }
    const response = await reference.fetch(request, `${incoming.socket.remotePort}`);
    const envelope: unknown = await response.json();
    const loud = {
      ...Object(envelope),
      msg: `${gossip.join(" ")} ${MISCHIEF}`,
      ...(response.ok && { code: gossip.join("|") }),
      gossip,
    };
    outgoing.writeHead(response.status, { "content-type": "application/json" });
    outgoing.end(JSON.stringify(withLoudData(loud, gossip)));
  }

  const server = createServer({ maxHeaderSize: 65_536 }, (incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("Cannot find the port: not listening");
  return {
    url: `http://127.0.0.1:${address.port}`,
    signatures,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A text as it is, and in the forms in which it may travel. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const json = JSON.stringify(text).slice(1, -1);
  return [
    text,
    bytes.toString("base64"),
    bytes.toString("base64url"),
    Buffer.from(`x:${text}`).toString("base64"),
    bytes.toString("hex"),
    encodeURIComponent(text),
    json,
    json.replaceAll("/", String.raw`\/`),
    JSON.stringify(json).slice(1, -1),
  ];
}

/** The configuration in `data` talks too, so that violations quote it. */
function withLoudData(envelope: Record<string, unknown>, gossip: readonly string[]): Record<string, unknown> {
  const { data } = envelope;
  if (typeof data !== "object" || data === null) return envelope;
  return { ...envelope, data: { ...data, eventTypes: gossip.join(","), retryCount: MISCHIEF } };
}

/** The UTF-8 of a text, as the characters that a header is made of. */
function asBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}
