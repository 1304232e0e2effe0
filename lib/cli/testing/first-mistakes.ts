import { createServer, type RequestListener } from "node:http";
import type { Cause } from "../../api/diagnosis/diagnosis.ts";
import type { ReferenceAuth } from "../../reference/auth.ts";
import { replaceRules } from "../../reference/mutant.ts";
import { refusal } from "../../reference/outcome.ts";
import type { ReferenceOptions } from "../../reference/reference-options.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { listening } from "./listening.ts";
import { servedReference } from "./served-reference.ts";

/** A profile or an address that is wrong in one way, the target, and the one cause that is to be named. */
export interface FirstMistake {
  readonly name: string;
  readonly code: Cause;
  /** A part of the message, beside the code. */
  readonly says: RegExp;
  readonly baseUrl: () => Promise<string>;
  /** YAML of the profile's auth block and merchants. */
  readonly auth?: string;
  readonly secrets?: readonly [alpha: string, beta: string];
  /** More of the profile. */
  readonly more?: string;
  /** It shows only when something is registered. */
  readonly needsWrite?: boolean;
}

const SECRETS = ["alpha-secret-c41d7e0b9f26a853", "beta-secret-1f8a60d3b75e29c4"] as const;
const MERCHANTS = [
  { name: "alpha", apiKey: "alpha-key-7f3a9c21", secret: SECRETS[0] },
  { name: "beta", apiKey: "beta-key-52d8e0b4", secret: SECRETS[1] },
];
const TEMPLATE = String.raw`{method}\n{path}\n{timestamp}\n{nonce}\n{body:sha256:hex}`;
const CLOCK_OFFSET_MS = 600_000;

/** Secrets that no output may show. */
export const HIDDEN: readonly string[] = [...SECRETS, ...MERCHANTS.map(({ apiKey }) => apiKey)];

const signedAuth: ReferenceAuth = {
  mode: "signed",
  scheme: {
    algorithm: "hmac-sha256",
    payload: TEMPLATE.replaceAll(String.raw`\n`, "\n"),
    encoding: "hex",
    timestamp: "unix-ms",
    nonce: "uuid",
  },
  enforces: { signature: true, timestampToleranceSeconds: 300, nonceSingleUse: true },
};

/** A gateway whose clock is right stands in front. */
const byOurDate = replaceRules(conformantRules, {
  flow: {
    async respond(call, outcome) {
      const response = await conformantRules.flow.respond(call, outcome);
      response.headers.set("date", new Date().toUTCString());
      return response;
    },
  },
});

export const FIRST_MISTAKES: readonly FirstMistake[] = [
  {
    name: "a wrong payload template",
    code: "signature-refused",
    says: /knows the key of merchant alpha.*Signature does not match.*payload template/s,
    baseUrl: signed(),
    auth: signing({ payload: "{timestamp}{nonce}{body}" }),
  },
  {
    name: "seconds for milliseconds",
    code: "timestamp-unit",
    says: /Set auth\.signature\.timestamp to unix-ms/,
    baseUrl: signed(),
    auth: signing({ timestamp: "unix-s" }),
  },
  {
    name: "a wrong encoding",
    code: "signature-encoding",
    says: /Set auth\.signature\.encoding to hex/,
    baseUrl: signed(),
    auth: signing({ encoding: "base64" }),
  },
  {
    name: "nothing in the place of the hash of no body",
    code: "signature-empty-body",
    says: /Set auth\.signature\.emptyBodyHash to true/,
    baseUrl: signed({ auth: { ...signedAuth, scheme: { ...signedAuth.scheme, emptyBodyHash: true } } }),
    auth: signing({}),
  },
  {
    name: "a gateway that removes the path of the base URL",
    code: "signature-path",
    says: /Write \{apiPath\} for \{path\} in auth\.signature\.payload/,
    baseUrl: belowStage(signed()),
    auth: signing({}),
  },
  {
    name: "the secret of the other merchant",
    code: "signature-secret",
    says: /that of merchant beta is understood in its place/,
    baseUrl: signed(),
    auth: signing({}),
    secrets: [SECRETS[1], SECRETS[0]],
  },
  {
    name: "a wrong template, of a target that gives one reason for everything",
    code: "credentials-refused",
    says: /an unknown key and a wrong signature alike.*Check apiKey; then/s,
    baseUrl: signed({ choices: { credentialReasons: "one" } }),
    auth: signing({ payload: "{timestamp}{nonce}{body}" }),
  },
  {
    name: "a clock that is 10 minutes off, behind a gateway whose clock is right",
    code: "clock",
    says: /does not take the timestamp.*by its Date header the clocks agree/s,
    baseUrl: signed({ clock: () => Date.now() + CLOCK_OFFSET_MS, rules: byOurDate }),
    auth: signing({}),
  },
  {
    name: "the key alone, where a signature is demanded",
    code: "signature-demanded",
    says: /Set auth\.mode to signed/,
    baseUrl: signed(),
  },
  {
    name: "an unknown key",
    code: "unknown-key",
    says: /answers them as it answers an unknown key.*Check apiKey/s,
    baseUrl: served({ merchants: [{ name: "else", apiKey: "another-key-81c4" }] }),
  },
  {
    name: "a wrong path before /abc/v1",
    code: "wrong-base-path",
    says: /Nothing is found under \/abc\/v1/,
    baseUrl: page(404, {}, '{"error":"no such page"}'),
  },
  {
    name: "a redirect",
    code: "redirected",
    says: /redirects a valid request to https:\/\/login\.issuer\.example\//,
    baseUrl: page(302, { location: "https://login.issuer.example/" }),
  },
  {
    name: "a web page",
    code: "web-page",
    says: /A web page answers.*<!doctype html>/s,
    baseUrl: page(200, { "content-type": "text/html" }, "<!doctype html><title>Hello</title>"),
  },
  {
    name: "HTTP Basic in front",
    code: "http-authentication",
    says: /asks for HTTP authentication \(Basic realm="staging"\)/,
    baseUrl: page(401, { "www-authenticate": 'Basic realm="staging"' }, "Unauthorized"),
  },
  {
    name: "a maintenance page",
    code: "server-error",
    says: /under maintenance: HTTP 503 We are back soon/,
    baseUrl: page(503, {}, "We are back soon"),
    more: "limits: { retries: 0 }",
  },
  {
    name: "a callback base that is refused with a page",
    code: "callback-base-refused",
    says: /refuses every callback URL below https:\/\/callback\.conformance\.example\/.*a firewall in front.*Set callback\.base/s,
    baseUrl: served({
      rules: replaceRules(conformantRules, {
        register: { judge: () => refusal("unusual-url") },
        flow: {
          async respond(call, outcome) {
            const response = await conformantRules.flow.respond(call, outcome);
            return call.operation === "webhook/register" ? new Response("No", { status: 403 }) : response;
          },
        },
      }),
    }),
    needsWrite: true,
  },
];

/** The profile of a mistake, but for its base URL. */
export function profileWith({
  auth = "{ mode: api-key }",
  secrets = SECRETS,
  more = "",
}: FirstMistake): string {
  const merchants = MERCHANTS.map(
    ({ name, apiKey }, index) => `  - { name: ${name}, apiKey: ${apiKey}, secret: ${secrets[index]} }\n`,
  );
  return `name: target\nbaseUrl: http://127.0.0.1:1\nauth: ${auth}\nmerchants:\n${merchants.join("")}${more}\n`;
}

function signing(change: Readonly<Record<string, string | boolean>>): string {
  const settings = {
    algorithm: "hmac-sha256",
    payload: TEMPLATE,
    encoding: "hex",
    timestamp: "unix-ms",
    ...change,
  };
  const fields = Object.entries(settings).map(
    ([name, value]) => `${name}: ${typeof value === "string" ? `"${value}"` : value}`,
  );
  return `{ mode: signed, signature: { ${fields.join(", ")} } }`;
}

function signed(options: Partial<ReferenceOptions> = {}): () => Promise<string> {
  return served({ auth: signedAuth, ...options });
}

function served(options: Partial<ReferenceOptions>): () => Promise<string> {
  return async () => servedReference({ merchants: MERCHANTS, ...options });
}

const STAGE = "/stage";

/** A target below the path of a gateway, which removes it. */
function belowStage(target: () => Promise<string>): () => Promise<string> {
  return async () => {
    const origin = await target();
    const pass: RequestListener = ({ method = "", url = "", headers }, response) => {
      const own = Object.entries(headers).filter(([name]) => name.startsWith("x-"));
      fetch(`${origin}${url.slice(STAGE.length)}`, {
        method,
        headers: own.map(([name, value]) => [name, String(value)]),
      })
        .then(async (answer) => response.writeHead(answer.status).end(await answer.text()))
        .catch(() => response.destroy());
    };
    return `http://127.0.0.1:${await listening(createServer(pass))}${STAGE}`;
  };
}

function page(status: number, headers: Readonly<Record<string, string>>, body = ""): () => Promise<string> {
  const answer: RequestListener = (_, response) => response.writeHead(status, headers).end(body);
  return async () => `http://127.0.0.1:${await listening(createServer(answer))}`;
}
