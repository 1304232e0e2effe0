/** `unreachable`: not connected · `timeout` · `reset`: cut off · `protocol`: not a valid HTTP answer. */
export type FailureKind = "unreachable" | "timeout" | "reset" | "protocol";

/**
 * `connecting`: nothing sent yet · `awaiting`: the request may be out · `answering`: the answer has begun.
 */
export type Phase = "connecting" | "awaiting" | "answering";

export interface FailureRow {
  readonly kind: FailureKind;
  /** The failure, which completes "Cannot reach https://…: ". */
  readonly what: string;
  /** The next checks for the user, as sentences. */
  readonly next: string;
  /** HTTP to a TLS port, or TLS without the required client certificate, can look like this too. */
  readonly mayBeWrongScheme?: boolean;
}

interface Pattern extends FailureRow {
  readonly code: RegExp;
  readonly message?: RegExp;
  /** The row applies in these phases only. `undefined` is an unknown phase. Default: all. */
  readonly phases?: readonly (Phase | undefined)[];
}

const CHECK_ADDRESS = "Check host and port (baseUrl or mcp.url), and that the target runs.";
const CHECK_TLS = "Check that baseUrl names an https port, and the TLS versions that the target offers.";
const CHECK_SERVER = "Look at the logs of the target and of any gateway before it.";
const RAISE_LIMIT = "Check the load of the target, or raise limits.timeoutMs in the profile.";
const CHECK_PROXY =
  "Check target.proxy in the profile, or HTTP_PROXY, HTTPS_PROXY and NO_PROXY. User and password are part of the address: http://user:password@host:port.";

const CUT_OFF: FailureRow = {
  kind: "reset",
  what: "the connection was closed in the middle of the answer",
  next: CHECK_SERVER,
};
const SPEAKS_TLS: FailureRow = {
  kind: "unreachable",
  what: "that port speaks TLS",
  next: "Start baseUrl with https://.",
};
const INVALID_STATUS: FailureRow = {
  kind: "protocol",
  what: "its status line is not valid HTTP",
  next: CHECK_SERVER,
};

const CONNECTING: Pattern["phases"] = ["connecting"];
const NOT_YET_SENT: Pattern["phases"] = ["connecting", undefined];
const ANSWERING: Pattern["phases"] = ["answering"];
/** Only the proxy knows the phase. */
const PROXIED: Pattern["phases"] = [undefined];

/**
 * The first match wins. Codes: node:net, node:dns, OpenSSL as node:tls names it, undici, and own deadlines.
 */
const PATTERNS: readonly Pattern[] = [
  {
    code: /^(ECONNREFUSED|ENOTFOUND|EAI_\w+)$/,
    phases: PROXIED,
    kind: "unreachable",
    what: "the proxy cannot be reached",
    next: CHECK_PROXY,
  },
  {
    code: /^ECONNREFUSED$/,
    kind: "unreachable",
    what: "nothing listens there, the connection was refused",
    next: CHECK_ADDRESS,
  },
  {
    code: /^(ENOTFOUND|EAI_\w+|EBADNAME|ENODATA)$/,
    kind: "unreachable",
    what: "the host name cannot be resolved",
    next: "Check the host in baseUrl, and the DNS of this machine.",
  },
  {
    code: /^(EHOST(UNREACH|DOWN)|ENET(UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM)$/,
    phases: CONNECTING,
    kind: "unreachable",
    what: "there is no route to the host",
    next: "Check the network, the VPN and the firewall of this machine.",
  },
  {
    code: /^(UND_ERR_CONNECT_TIMEOUT|DEADLINE_CONNECT)$/,
    kind: "unreachable",
    what: "the connection could not be established",
    next: `${CHECK_ADDRESS} A firewall may drop the packets.`,
  },
  {
    code: /^ETIMEDOUT$/,
    phases: CONNECTING,
    kind: "unreachable",
    what: "the host does not answer",
    next: `${CHECK_ADDRESS} A firewall may drop the packets.`,
  },
  {
    code: /^UND_ERR_PRX_|^UND_ERR_SOCKS5/,
    kind: "unreachable",
    what: "the proxy cannot be used",
    next: CHECK_PROXY,
  },
  {
    code: /^UND_ERR_(ABORTED|INVALID_ARG)$/,
    message: /^Proxy (response|Authentication)/,
    kind: "unreachable",
    what: "the proxy refused the connection",
    next: CHECK_PROXY,
  },
  {
    code: /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_UNTRUSTED|CERT_REJECTED|INVALID_CA|CERT_SIGNATURE_FAILURE|CERT_CHAIN_TOO_LONG|CERT_REVOKED|CERT_INVALID|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED)$/,
    kind: "unreachable",
    what: "its certificate is not trusted",
    next: "Set target.ca in the profile to the certificate authority of the target. NODE_OPTIONS=--use-system-ca adds the authorities of this machine's own store.",
  },
  {
    code: /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    kind: "unreachable",
    what: "its certificate is not valid today",
    next: "Renew the certificate of the target, or correct the clock of this machine.",
  },
  {
    code: /^(ERR_TLS_CERT_ALTNAME_\w+|HOSTNAME_MISMATCH)$/,
    kind: "unreachable",
    what: "its certificate is made out to another host",
    next: "Use a host name in baseUrl that the certificate names.",
  },
  {
    code: /^ERR_SSL_\w*(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|BAD_CERTIFICATE|UNKNOWN_CA|CERTIFICATE_UNKNOWN|ACCESS_DENIED)$/,
    kind: "unreachable",
    what: "the target refused the TLS handshake",
    next: "If it asks for a client certificate, set target.clientCert and target.clientKey in the profile.",
  },
  {
    code: /^ERR_SSL_\w*NO_APPLICATION_PROTOCOL$/,
    kind: "unreachable",
    what: "it does not speak HTTP/1.1",
    next: "If it speaks HTTP/2 alone, set target.http2 in the profile.",
  },
  {
    code: /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)|EPROTO)$/,
    phases: NOT_YET_SENT,
    kind: "unreachable",
    what: "that port does not speak TLS",
    next: "If it is a plain HTTP port, start baseUrl with http://.",
  },
  {
    code: /^ERR_OSSL_X509_KEY_VALUES_MISMATCH$/,
    kind: "unreachable",
    what: "the client key does not belong to the client certificate",
    next: "Set target.clientKey in the profile to the key of target.clientCert.",
  },
  {
    code: /^(ERR_SSL_|ERR_TLS_|ERR_OSSL_|EPROTO$)/,
    phases: NOT_YET_SENT,
    kind: "unreachable",
    what: "the TLS connection cannot be established",
    next: CHECK_TLS,
  },
  {
    code: /^ECONNRESET$/,
    message: /before secure TLS connection/,
    kind: "unreachable",
    what: "it closed the connection during the TLS handshake",
    next: CHECK_TLS,
  },
  {
    code: /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|UND_ERR_INFO|HTTPParserError)$/,
    phases: CONNECTING,
    kind: "unreachable",
    what: "the connection was closed before it was established",
    next: CHECK_ADDRESS,
  },
  { code: /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, phases: ANSWERING, ...CUT_OFF },
  { code: /^(HTTPParserError|HPE_\w+)$/, message: /EOF/i, phases: ANSWERING, ...CUT_OFF },
  {
    code: /^(ECONNRESET|ECONNABORTED|EPIPE|EHOSTUNREACH|ENETUNREACH|UND_ERR_SOCKET|UND_ERR_INFO|ERR_SSL_\w+|ERR_HTTP2_\w+)$/,
    phases: ANSWERING,
    ...CUT_OFF,
  },
  {
    code: /^(UND_ERR_HEADERS_TIMEOUT|TimeoutError|ETIMEDOUT|DEADLINE)$/,
    kind: "timeout",
    what: "no answer came",
    next: RAISE_LIMIT,
  },
  {
    code: /^(UND_ERR_BODY_TIMEOUT|DEADLINE_BODY)$/,
    kind: "timeout",
    what: "the answer began and did not end",
    next: RAISE_LIMIT,
  },
  {
    code: /^UND_ERR_SOCKET$/,
    message: /^bad response/,
    kind: "reset",
    what: "it sent 100 Continue unasked, which HTTP allows and this client cannot read through a proxy or in pieces",
    next: "Have the target, or the gateway before it, send 100 Continue only where a request asks for it.",
  },
  {
    code: /^UND_ERR_SOCKET$/,
    message: /^bad upgrade/,
    kind: "protocol",
    what: "it switched protocols unasked",
    next: CHECK_SERVER,
  },
  {
    code: /^(ECONNRESET|ECONNABORTED|EPIPE|EHOSTUNREACH|ENETUNREACH|UND_ERR_SOCKET|UND_ERR_INFO|ERR_SSL_\w+|ERR_HTTP2_\w+)$/,
    kind: "reset",
    what: "it closed the connection without an answer",
    next: CHECK_SERVER,
    mayBeWrongScheme: true,
  },
  {
    code: /^(HTTPParserError|HPE_\w+)$/,
    message: /Missing expected (?:CR|LF)/,
    kind: "protocol",
    what: "a line of its head does not end with CR LF",
    next: "End each line of the head with CR LF, also behind the last header.",
  },
  {
    code: /^(HTTPParserError|HPE_\w+)$/,
    message: /Unexpected whitespace after header value/,
    kind: "protocol",
    what: "one of its headers continues in a second line, which HTTP/1.1 does not allow",
    next: "Send each header in one line.",
  },
  {
    code: /^(HTTPParserError|HPE_\w+)$/,
    message: /Invalid header (?:value char|token)/,
    kind: "protocol",
    what: "one of its headers has a character that HTTP forbids",
    next: "Look for control characters in its headers, or for a space before a colon.",
  },
  {
    code: /^HPE_(INVALID_HEADER_TOKEN|CR_EXPECTED|LF_EXPECTED|(INVALID|UNEXPECTED)_(CONTENT_LENGTH|TRANSFER_ENCODING)|INVALID_CHUNK_SIZE)$/,
    kind: "protocol",
    what: "a header or a length in it has a form that HTTP forbids",
    next: CHECK_SERVER,
  },
  {
    code: /^(HTTPParserError|HPE_\w+)$/,
    kind: "protocol",
    what: "it is not HTTP/1.1",
    next: `${CHECK_SERVER} A target that speaks HTTP/2 alone needs TLS, and target.http2 in the profile.`,
    mayBeWrongScheme: true,
  },
  {
    code: /^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/,
    kind: "protocol",
    what: "it has two Content-Length headers, or one beside Transfer-Encoding, or one that is not the length of the body",
    next: "Send Content-Length once, with the number of bytes of the body.",
  },
  {
    code: /^UND_ERR_HEADERS_OVERFLOW$/,
    kind: "protocol",
    what: "its headers are too large",
    next: CHECK_SERVER,
  },
  {
    code: /^UND_ERR_RES_EXCEEDED_MAX_SIZE$/,
    kind: "protocol",
    what: "its body is too large",
    next: CHECK_SERVER,
  },
];

/** The first bytes of a TLS alert record: the answer of a TLS port to plain HTTP. */
const TLS_ALERT = "\u0015\u0003";

/** Finds the row for an error by its code, its message and the phase of the exchange. */
export function findFailureRow(code: string, error: Error, phase?: Phase): FailureRow | undefined {
  if (code === "ERR_ASSERTION") return error.stack?.includes("undici") ? INVALID_STATUS : undefined;
  if ("data" in error && String(error.data).startsWith(TLS_ALERT)) return SPEAKS_TLS;
  return PATTERNS.find(
    (pattern) =>
      pattern.code.test(code) &&
      (pattern.message?.test(error.message) ?? true) &&
      (pattern.phases?.includes(phase) ?? true),
  );
}
