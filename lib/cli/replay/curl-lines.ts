import { createAuthenticator } from "../../api/credentials/authenticator.ts";
import type { Profile } from "../../profile/schema/profile-schema.ts";
import type { Capsule } from "../../reporters/run/capsule.ts";
import { membersInViolation } from "../../reporters/text/members-in-violation.ts";
import { answerText } from "../../reporters/text/request-text.ts";
import { clipAround, clipMiddle } from "../../text/clip.ts";
import { shellWord } from "../../text/shell-word.ts";
import { terminalText } from "../../text/terminal-text.ts";
import type { RecordedExchange } from "../../engine/requirement/recorded-exchange.ts";
import { curlLine, type HiddenValue } from "../../signer/curl-line.ts";
import { signerOf } from "../../signer/signer.ts";
import { curlAddress } from "../curl-address.ts";
import { merchantVariable } from "../shell-variable.ts";
import { shellVariable } from "../shell-variable.ts";
import { shownAddress } from "../../profile/fields/shown-address.ts";
import { UsageError } from "../usage-error.ts";

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Characters that neither a request nor a terminal line may contain. A header may contain a tab. */
const ODD = /[^\P{Cc}\t]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The address of a recorded request below another base URL.
 * @throws {UsageError} if it did not go below its recorded base URL
 */
function addressOf({ index, request }: RecordedExchange, recordedAt: string, baseUrl: string): string {
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
function assertSendable({ index, request: { method, url, headers } }: RecordedExchange): void {
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

type Header = readonly [name: string, value: string];
type Sign = (exchange: RecordedExchange, target: string) => Promise<readonly Header[]>;

interface Means {
  readonly sign: Sign;
  /** The merchants of the profile. */
  readonly names: readonly string[];
  /** The members of an answer that the capsule is about. */
  readonly members: readonly string[];
}

const MAX_COMMENT_CHARS = 200;
const SIGNED = new Set(["x-timestamp", "x-nonce", "x-signature"]);

/**
 * Prints the requests of a capsule as curl lines for the profile's address, with new signatures. API keys and
 * changed credentials are shell variables. A shell only sends these requests, whatever the capsule contains.
 * @throws {UsageError} if a request went elsewhere, or is invalid
 */
export async function curlLines(capsule: Capsule, profile: Profile): Promise<string[]> {
  const sign = await signing(capsule, profile);
  const names = profile.merchants.map(({ name }) => name);
  const lines: string[] = [];
  const members = membersInViolation(capsule);
  for (const exchange of capsule.sequence.filter(({ arrived }) => arrived !== true)) {
    assertSendable(exchange);
    const url = addressOf(exchange, capsule.target.baseUrl, curlAddress(profile.baseUrl));
    lines.push(...(await linesOf(exchange, url, { sign, names, members })));
  }
  return lines;
}

async function linesOf(
  exchange: RecordedExchange,
  url: string,
  { sign, names, members }: Means,
): Promise<string[]> {
  const { method, body } = exchange.request;
  const headers = await sign(exchange, new URL(url).pathname + new URL(url).search);
  const hidden = headers.flatMap(([name, value]) => hiddenValue(name, value, names));
  const line = curlLine(
    { method, url, headers, ...(body !== undefined && { body: Buffer.from(body) }) },
    hidden,
  );
  const unset = hidden.map(({ name }) => name).filter((name) => name.startsWith("CHANGED_"));
  return [
    comment(exchange, members),
    ...(unset.length === 0
      ? []
      : [`# the check changed this credential on purpose, set ${unset.join(" and ")}`]),
    line,
  ];
}

/** Quoted, because interactive shells may read comments as commands. */
function comment(exchange: RecordedExchange, members: readonly string[]): string {
  const { index, caller, label } = exchange;
  const [who, what] = [caller, label].map((text) => clipMiddle(terminalText(text), MAX_COMMENT_CHARS));
  const answer = clipAround(terminalText(answerText(exchange)), MAX_COMMENT_CHARS, members);
  return `# ${shellWord(`${index} ${who}: ${what}; answered ${answer}`)}`;
}

/** The record of an exchange has no credentials. Their placeholders name the owner. */
function hiddenValue(name: string, value: string, merchants: readonly string[]): HiddenValue[] {
  const owner = merchants.find((merchant) => value === `[${merchant}.apiKey]`);
  if (owner !== undefined) return [{ value, name: merchantVariable(owner) }];
  return value.startsWith("[changed ") ? [{ value, name: shellVariable(`CHANGED_${name}`) }] : [];
}

/** The headers of a request now. Signed parts are signed again, unless the check had changed them. */
async function signing({ target }: Capsule, { auth, merchants }: Profile): Promise<Sign> {
  const signer = await signerOf({ ...auth, mode: target.authMode });
  return async ({ caller, tampered, label, request }, path) => {
    const recorded = request.headers.map(([name, value]): Header => [
      name,
      value === "[redacted]" ? `[changed ${name}]` : value,
    ]);
    const merchant = merchants.find(({ name }) => name === caller);
    if (signer === undefined || tampered === true || merchant === undefined) return recorded;
    const body = request.body === undefined ? {} : { body: Buffer.from(request.body) };
    const draft = { label, path, method: request.method, expects: "open", ...body } as const;
    const fresh = await createAuthenticator({ merchant, signer, clock: Date }).headers(draft, path);
    return [
      ...recorded.filter(([name]) => !SIGNED.has(name.toLowerCase())),
      ...fresh.filter(([name]) => SIGNED.has(name.toLowerCase())),
    ];
  };
}
