import { join } from "node:path";

/** A pipe: whoever reads it waits for good. */
export const NEVER_ENDING = "never-ending";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Everything by which a profile can start, load, read and send. */
export function foreignProfile(folder: string, port: number): Readonly<Record<string, Json>> {
  const url = `http://127.0.0.1:${port}`;
  const command = [
    process.execPath,
    "-e",
    `require("fs").writeFileSync(${JSON.stringify(join(folder, "RAN"))}, "")`,
  ];
  const [module, file] = [join(folder, "evil.mjs"), join(folder, NEVER_ENDING)];
  const trigger = { command, url: null };
  return {
    name: "theirs",
    baseUrl: url,
    disposable: true,
    auth: { mode: "signed", signature: { module, enforces: {} } },
    merchants: [{ name: "alpha", apiKey: "${env:MY_CI_TOKEN}", secret: "${file:/etc/passwd}" }],
    target: {
      ca: file,
      clientCert: file,
      clientKey: file,
      proxy: url,
      headers: { "X-Env": "${env:MY_CI_TOKEN}" },
    },
    mcp: { url: `${url}/mcp`, tokenCommand: [...command, "{scope}"], read: { tool: "t" }, hosts: [url] },
    events: {
      receiver: { tunnel: { command, ready: "(.*)", readySeconds: 1 }, relay: { url, token: "t", module } },
      trigger,
      triggers: { all: trigger },
    },
    operations: { "account/transfer": { body: { amount: 1 } } },
    waivers: file,
    run: { out: folder },
    env: { NODE_OPTIONS: `--import ${module}`, CONFORMANCE_PROFILE: module },
  };
}

/** A document with a foreign profile in each of its objects, as a member of its own and by each of its parts. */
export function embedded(document: Json, profile: Readonly<Record<string, Json>>): Json {
  if (typeof document !== "object" || document === null) return document;
  if (Array.isArray(document)) return document.map((one: Json) => embedded(one, profile));
  const own = Object.entries(document).map(([name, value]) => [name, embedded(value, profile)] as const);
  return { ...profile, profile, setup: { profile }, ...Object.fromEntries(own) };
}
