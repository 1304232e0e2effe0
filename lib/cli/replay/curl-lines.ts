import { authenticator } from "../../client/authenticator.ts";
import { EMBEDDED } from "../../profile/base-url.ts";
import type { Environment } from "../../profile/interpolate.ts";
import { loadProfile } from "../../profile/load-profile.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { type Flags, requestedProfile, resolveOptions } from "../../profile/resolve-options.ts";
import type { Capsule } from "../../report/capsule.ts";
import { answerText } from "../../report/text/request-text.ts";
import { clipMiddle } from "../../report/text/clip.ts";
import { terminalText } from "../../report/text/terminal-text.ts";
import type { RecordedExchange } from "../../result.ts";
import { curlLine, type HiddenValue } from "../../signer/curl-line.ts";
import { signer } from "../../signer/signer.ts";
import { merchantVariable } from "../merchant-variable.ts";

type Header = readonly [name: string, value: string];
type Sign = (exchange: RecordedExchange, target: string) => Promise<readonly Header[]>;

const MAX_COMMENT_CHARS = 200;
const SIGNED = new Set(["x-timestamp", "x-nonce", "x-signature"]);

/** The requests of a capsule as curl lines, signed now; API keys, and what was changed about credentials, are variables. */
export async function curlLines(capsule: Capsule, flags: Flags, env: Environment): Promise<string[]> {
  const profile = await profileOf(capsule, flags, env);
  const sign = await signing(capsule, profile);
  const lines: string[] = [];
  for (const exchange of capsule.sequence)
    lines.push(...(await linesOf(exchange, addressOf(exchange, capsule, profile), sign)));
  return lines;
}

async function linesOf(exchange: RecordedExchange, url: string, sign: Sign): Promise<string[]> {
  const { method, body } = exchange.request;
  const headers = await sign(exchange, new URL(url).pathname + new URL(url).search);
  const hidden = headers.flatMap(([name, value]) => hiddenValue(name, value));
  const line = curlLine(
    { method, url, headers, ...(body !== undefined && { body: Buffer.from(body) }) },
    hidden,
  );
  const answer = clipMiddle(terminalText(answerText(exchange)), MAX_COMMENT_CHARS);
  const unset = hidden.map(({ name }) => name).filter((name) => name.startsWith("CHANGED_"));
  return [
    `# ${exchange.index} ${exchange.caller}: ${exchange.label}; answered ${answer}`,
    ...(unset.length === 0
      ? []
      : [`# the check changed this credential on purpose; set ${unset.join(", ")}`]),
    line,
  ];
}

/** Credentials were taken out when the exchange was recorded; their places say whose they were. */
function hiddenValue(name: string, value: string): HiddenValue[] {
  const key = /^\[(?<merchant>.+)\.apiKey\]$/.exec(value)?.groups?.["merchant"];
  if (key !== undefined) return [{ value, name: merchantVariable(key) }];
  return value.startsWith("[changed ")
    ? [{ value, name: `CHANGED_${name.toUpperCase().replaceAll("-", "_")}` }]
    : [];
}

function addressOf({ request }: RecordedExchange, { target }: Capsule, { baseUrl }: Profile): string {
  if (baseUrl === EMBEDDED || !request.url.startsWith(target.baseUrl)) return request.url;
  return baseUrl + request.url.slice(target.baseUrl.length);
}

async function profileOf({ profile }: Capsule, flags: Flags, env: Environment): Promise<Profile> {
  return resolveOptions(flags, env, await loadProfile(requestedProfile({ profile, ...flags }, env), env))
    .profile;
}

/** The headers of a request now: what was signed is signed again, unless the check had changed it. */
async function signing({ target }: Capsule, { auth, merchants }: Profile): Promise<Sign> {
  const signature = target.authMode === "signed" ? auth.signature : undefined;
  const signs = signature === undefined ? undefined : await signer(signature);
  return async ({ caller, tampered, label, request }, path) => {
    const recorded = request.headers.map(([name, value]): Header => [
      name,
      value === "[redacted]" ? `[changed ${name}]` : value,
    ]);
    const merchant = merchants.find(({ name }) => name === caller);
    if (signs === undefined || tampered === true || merchant === undefined) return recorded;
    const body = request.body === undefined ? {} : { body: Buffer.from(request.body) };
    const draft = { label, path, method: request.method, expects: "open", ...body } as const;
    const fresh = await authenticator({ merchant, signer: signs, now: Date.now }).headers(draft, path);
    return [
      ...recorded.filter(([name]) => !SIGNED.has(name.toLowerCase())),
      ...fresh.filter(([name]) => SIGNED.has(name.toLowerCase())),
    ];
  };
}
