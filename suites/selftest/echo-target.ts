import type { Reference } from "../../lib/reference/reference.ts";
import { serveReference } from "../../lib/reference/serve-reference.ts";

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

  const server = await serveReference({
    ...reference,
    async fetch(request, arrival) {
      received += 1;
      const isGateway = received % GATEWAY_EVERY === 0;
      const signature = request.headers.get("x-signature") ?? "";
      if (signature.length >= MIN_SIGNATURE_CHARS) signatures.add(signature);
      const gossip = [request.headers.get("x-api-key") ?? "", signature, ...secrets].flatMap(formsOf);
      if (received % RESET_EVERY === 0) return Response.error();
      const headers = new Headers({ "content-type": isGateway ? "text/html" : "application/json" });
      for (const [index, text] of gossip.entries())
        if (!UNFIT_FOR_HEADERS.test(text)) headers.set(`X-Echo-${index}`, asBytes(text));
      if (isGateway)
        return new Response(`<h1>502</h1>${gossip.join("<br>")}${MISCHIEF}`, { status: 502, headers });
      const response = await reference.fetch(request, arrival);
      const envelope: unknown = await response.json();
      const loud = {
        ...Object(envelope),
        msg: `${gossip.join(" ")} ${MISCHIEF}`,
        ...(response.ok && { code: gossip.join("|") }),
        gossip,
      };
      return new Response(JSON.stringify(withLoudData(loud, gossip)), { status: response.status, headers });
    },
  });
  return { url: server.url, signatures, [Symbol.asyncDispose]: async () => server.close() };
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
