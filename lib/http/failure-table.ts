/** `unreachable`: not connected · `timeout` · `reset`: cut off · `protocol`: not a valid HTTP answer. */
const KINDS = ["unreachable", "timeout", "reset", "protocol"] as const;
export type FailureKind = (typeof KINDS)[number];

/** `connecting`: nothing sent yet · `awaiting`: the request may be out · `answering`: the answer has begun. */
const PHASES = ["connecting", "awaiting", "answering"] as const;
export type Phase = (typeof PHASES)[number];

export interface FailureRow {
  readonly kind: FailureKind;
  /** The failure, which completes "Cannot reach https://…: ". */
  readonly what: string;
  /** The next checks for the user, as sentences. `{scheme}` stands for advice on http, https and certificates. */
  readonly next: string;
}

const CHECK_ADDRESS = "Check host and port (baseUrl or mcp.url), and that the target runs.";
const CHECK_TLS = "Check that baseUrl names an https port, and the TLS versions that the target offers.";
const CHECK_SERVER = "Look at the logs of the target and of any gateway before it.";
const RAISE_LIMIT = "Check the load of the target, or raise limits.timeoutMs in the profile.";
const CHECK_PROXY =
  "Check target.proxy in the profile, or HTTP_PROXY, HTTPS_PROXY and NO_PROXY. User and password are part of the address: http://user:password@host:port.";
export const CHECK_CLIENT_CERT =
  "If it asks for a client certificate, set target.clientCert and target.clientKey in the profile.";

const CLOSED = String.raw`ECONNRESET|ECONNABORTED|EPIPE|EHOSTUNREACH|ENETUNREACH|UND_ERR_SOCKET|UND_ERR_INFO|ERR_SSL_\w+|ERR_HTTP2_\w+`;
const UNTRUSTED = String.raw`DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_UNTRUSTED|CERT_REJECTED|INVALID_CA|CERT_SIGNATURE_FAILURE|CERT_CHAIN_TOO_LONG|CERT_REVOKED|CERT_INVALID|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED`;

/**
 * Kind, phases, pattern of the whole code, pattern in the message, `what`, `next`. The first match wins. Codes: node:net,
 * node:dns, OpenSSL as node:tls names it, undici, own deadlines, and `codeOf`. Only a proxy hides the phase (`unknown`).
 */
const ROWS = String.raw`
protocol | any | INVALID_STATUS_LINE | any | its status line is not valid HTTP | ${CHECK_SERVER}
unreachable | any | TLS_ALERT | any | that port speaks TLS | Start baseUrl with https://.
unreachable | unknown | ECONNREFUSED|ENOTFOUND|EAI_\w+ | any | the proxy cannot be reached | ${CHECK_PROXY}
unreachable | any | ECONNREFUSED | any | nothing listens there, the connection was refused | ${CHECK_ADDRESS}
unreachable | any | ENOTFOUND|EAI_\w+|EBADNAME|ENODATA | any | the host name cannot be resolved | Check the host in baseUrl, and the DNS of this machine.
unreachable | connecting | EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM | any | there is no route to the host | Check the network, the VPN and the firewall of this machine.
unreachable | any | UND_ERR_CONNECT_TIMEOUT|DEADLINE_CONNECT | any | the connection could not be established | ${CHECK_ADDRESS} A firewall may drop the packets.
unreachable | connecting | ETIMEDOUT | any | the host does not answer | ${CHECK_ADDRESS} A firewall may drop the packets.
unreachable | any | UND_ERR_(PRX_|SOCKS5)\w* | any | the proxy cannot be used | ${CHECK_PROXY}
unreachable | any | UND_ERR_(ABORTED|INVALID_ARG) | ^Proxy (response|Authentication) | the proxy refused the connection | ${CHECK_PROXY}
unreachable | any | ${UNTRUSTED} | any | its certificate is not trusted | Set target.ca in the profile to the certificate authority of the target. NODE_OPTIONS=--use-system-ca adds the authorities of this machine's own store.
unreachable | any | CERT_HAS_EXPIRED|CERT_NOT_YET_VALID | any | its certificate is not valid today | Renew the certificate of the target, or correct the clock of this machine.
unreachable | any | ERR_TLS_CERT_ALTNAME_\w+|HOSTNAME_MISMATCH | any | its certificate is made out to another host | Use a host name in baseUrl that the certificate names.
unreachable | any | ERR_SSL_\w*(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN|ACCESS_DENIED) | any | the target refused the TLS handshake | ${CHECK_CLIENT_CERT}
unreachable | any | ERR_SSL_\w*NO_APPLICATION_PROTOCOL | any | it does not speak HTTP/1.1 | If it speaks HTTP/2 alone, set target.http2 in the profile.
unreachable | connecting unknown | ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO | any | that port does not speak TLS | If it is a plain HTTP port, start baseUrl with http://.
unreachable | any | ERR_OSSL_X509_KEY_VALUES_MISMATCH | any | the client key does not belong to the client certificate | Set target.clientKey in the profile to the key of target.clientCert.
unreachable | connecting unknown | ERR_(SSL|TLS|OSSL)_\w*|EPROTO | any | the TLS connection cannot be established | ${CHECK_TLS}
unreachable | any | ECONNRESET | before secure TLS connection | it closed the connection during the TLS handshake | ${CHECK_TLS}
unreachable | connecting | ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO|HTTPParserError | any | the connection was closed before it was established | ${CHECK_ADDRESS}
reset | answering | UND_ERR_RES_CONTENT_LENGTH_MISMATCH|${CLOSED} | any | the connection was closed in the middle of the answer | ${CHECK_SERVER}
reset | answering | HTTPParserError|HPE_\w+ | [Ee][Oo][Ff] | the connection was closed in the middle of the answer | ${CHECK_SERVER}
timeout | any | UND_ERR_HEADERS_TIMEOUT|TimeoutError|ETIMEDOUT|DEADLINE | any | no answer came | ${RAISE_LIMIT}
timeout | any | UND_ERR_BODY_TIMEOUT|DEADLINE_BODY | any | the answer began and did not end | ${RAISE_LIMIT}
reset | any | UND_ERR_SOCKET | ^bad response | it sent 100 Continue unasked, which HTTP allows and this client cannot read through a proxy or in pieces | Have the target, or the gateway before it, send 100 Continue only where a request asks for it.
protocol | any | UND_ERR_SOCKET | ^bad upgrade | it switched protocols unasked | ${CHECK_SERVER}
reset | any | ${CLOSED} | any | it closed the connection without an answer | ${CHECK_SERVER} {scheme}
protocol | any | HTTPParserError|HPE_\w+ | Missing expected (CR|LF) | a line of its head does not end with CR LF | End each line of the head with CR LF, also behind the last header.
protocol | any | HTTPParserError|HPE_\w+ | Unexpected whitespace after header value | one of its headers continues in a second line, which HTTP/1.1 does not allow | Send each header in one line.
protocol | any | HTTPParserError|HPE_\w+ | Invalid header (value char|token) | one of its headers has a character that HTTP forbids | Look for control characters in its headers, or for a space before a colon.
protocol | any | HPE_(INVALID_HEADER_TOKEN|CR_EXPECTED|LF_EXPECTED|(INVALID|UNEXPECTED)_(CONTENT_LENGTH|TRANSFER_ENCODING)|INVALID_CHUNK_SIZE) | any | a header or a length in it has a form that HTTP forbids | ${CHECK_SERVER}
protocol | any | HTTPParserError|HPE_\w+ | any | it is not HTTP/1.1 | ${CHECK_SERVER} A target that speaks HTTP/2 alone needs TLS, and target.http2 in the profile. {scheme}
protocol | any | UND_ERR_RES_CONTENT_LENGTH_MISMATCH | any | it has two Content-Length headers, or one beside Transfer-Encoding, or one that is not the length of the body | Send Content-Length once, with the number of bytes of the body.
protocol | any | UND_ERR_HEADERS_OVERFLOW | any | its headers are too large | ${CHECK_SERVER}
protocol | any | UND_ERR_RES_EXCEEDED_MAX_SIZE | any | its body is too large | ${CHECK_SERVER}`;

const PATTERNS = ROWS.trim()
  .split("\n")
  .map((row) => {
    const [kind = "", phases = "", code = "", message = "", what = "", next = ""] = row.split(" | ");
    return {
      kind: oneOf(KINDS, kind),
      phases: phases.split(" ").map((phase) => oneOf([...PHASES, "any", "unknown"] as const, phase)),
      code: new RegExp(`^(?:${code})$`),
      message: new RegExp(message === "any" ? "" : message),
      what,
      next,
    };
  });

/** The first bytes of a TLS alert record: the answer of a TLS port to plain HTTP. */
const TLS_ALERT = "\u0015\u0003";

/** Finds the row for an error by its code, its message and the phase of the exchange. */
export function findFailureRow(code: string, error: Error, phase?: Phase): FailureRow | undefined {
  const known = codeOf(code, error);
  return PATTERNS.find(
    (row) =>
      row.code.test(known) &&
      row.message.test(error.message) &&
      row.phases.some((of) => of === "any" || of === (phase ?? "unknown")),
  );
}

function codeOf(code: string, error: Error): string {
  if (code === "ERR_ASSERTION" && error.stack?.includes("undici")) return "INVALID_STATUS_LINE";
  return "data" in error && String(error.data).startsWith(TLS_ALERT) ? "TLS_ALERT" : code;
}

function oneOf<const Name extends string>(names: readonly Name[], text: string): Name {
  const name = names.find((known) => known === text);
  if (name === undefined) throw new Error(`The table of failures has an unknown word: ${text}`);
  return name;
}
