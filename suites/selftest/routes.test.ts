import { writeFileSync } from "node:fs";
import { createServer as createHttpServer, request as sendRequest, type RequestListener } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { connect, type Server } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../lib/cli/testing/temporary-folder.ts";
import { textsBelow } from "../../lib/cli/testing/texts-below.ts";
import { readResult, runBin } from "../../lib/cli/testing/run-bin.ts";
import { listening } from "../../lib/cli/testing/listening.ts";
import { createReference } from "../../lib/reference/reference.ts";
import { selfSignedCertificate } from "../../lib/receiver/self-signed-certificate.ts";
import { listenerOf } from "../../lib/reference/serve-reference.ts";

const HOST = "api.issuer.example";
const PASSWORD = "pa$s/w0rd%41";
const USER_INFO = `proxy-user:${encodeURIComponent(PASSWORD)}`;

/** A reference behind TLS, made out to a host that no name server knows, which asks for a client certificate if told to. */
async function tlsTarget(folder: string, clientCa?: string): Promise<number> {
  const { key, cert } = await selfSignedCertificate(HOST);
  writeFileSync(join(folder, "ca.pem"), cert);
  const asking = clientCa && { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  return listening(createTlsServer({ key, cert, ...asking }, answering("https")));
}

/** Answers as the reference does. */
function answering(scheme: "http" | "https"): RequestListener {
  const merchants = [{ name: "alpha", apiKey: "key-of-alpha" }];
  return listenerOf(createReference({ merchants }), scheme);
}

/** A proxy that wants a password, and reaches one port whatever it is asked for. */
async function proxyTo(port: number): Promise<{ readonly port: number; readonly asked: string[] }> {
  const asked: string[] = [];
  const wanted = `Basic ${Buffer.from(`proxy-user:${PASSWORD}`).toString("base64")}`;
  const server: Server = createHttpServer().on("connect", (request, socket) => {
    const isAllowed = request.headers["proxy-authorization"] === wanted;
    asked.push(`${request.url} ${isAllowed ? "allowed" : "refused"}`);
    if (!isAllowed) {
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const upstream = connect(port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connected\r\n\r\n");
      socket.pipe(upstream).pipe(socket);
    });
    socket.on("error", () => upstream.destroy());
    upstream.on("error", () => socket.destroy());
  });
  return { port: await listening(server), asked };
}

/** A proxy that forwards each request by itself, for plain HTTP. */
async function forwardProxy(): Promise<number> {
  const hopByHop = /^(?:proxy-.*|connection)$/i;
  return listening(
    createHttpServer((incoming, outgoing) => {
      const { hostname, port, pathname, search } = new URL(incoming.url ?? "");
      const pairs = incoming.rawHeaders.flatMap((name, at, all) =>
        at % 2 === 0 && !hopByHop.test(name) ? [[name, all[at + 1] ?? ""] as const] : [],
      );
      const onward = sendRequest({ hostname, port, method: incoming.method, path: `${pathname}${search}` });
      for (const [name, group] of Map.groupBy(pairs, ([one]) => one))
        onward.setHeader(
          name,
          group.map(([, value]) => value),
        );
      onward.on("response", (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      onward.on("error", () => outgoing.writeHead(502).end());
      incoming.pipe(onward);
    }),
  );
}

function profileIn(folder: string, baseUrl: string, target: string): string {
  const file = join(folder, "target.yaml");
  writeFileSync(
    file,
    `name: routed\nbaseUrl: ${baseUrl}\ndisposable: true\nauth: { mode: api-key }\n` +
      `merchants: [{ name: alpha, apiKey: key-of-alpha }]\ntarget: { ca: ./ca.pem, ${target} }\n` +
      "limits: { requestsPerSecond: 5000 }\n",
  );
  return file;
}

test.each([
  ["of the profile", `proxy: "http://${USER_INFO}@127.0.0.1:PORT"`, {}],
  ["of HTTPS_PROXY", "http2: false", { HTTPS_PROXY: `http://${USER_INFO}@127.0.0.1:PORT` }],
])(
  "a target is reached by the proxy %s, whose password is nowhere to be read",
  async (_, target, variables) => {
    const folder = temporaryFolder();
    const proxy = await proxyTo(await tlsTarget(folder));
    const at = (text: string) => text.replace("PORT", String(proxy.port));
    const file = profileIn(folder, `https://${HOST}`, at(target));
    const env = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, at(value)]));
    const out = join(folder, "out");
    const outcome = await runBin(
      ["run", "versioning", "query", "--profile", file, "--out", out, "--verbose"],
      {
        env: { ...env, XDG_STATE_HOME: folder },
      },
    );
    expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(new Set(proxy.asked)).toEqual(new Set([`${HOST}:443 allowed`]));
    for (const text of [outcome.stdout, outcome.stderr, ...textsBelow(out).values()]) {
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain(encodeURIComponent(PASSWORD));
    }
  },
);

test.each(["plain", "CONNECT"])(
  "webhooks and credentials pass behind a %s proxy as without one",
  async (kind) => {
    const folder = temporaryFolder();
    const isPlain = kind === "plain";
    const target = await (isPlain ? listening(createHttpServer(answering("http"))) : tlsTarget(folder));
    if (isPlain) writeFileSync(join(folder, "ca.pem"), (await selfSignedCertificate(HOST)).cert);
    const proxy = isPlain
      ? `http://127.0.0.1:${await forwardProxy()}`
      : `http://${USER_INFO}@127.0.0.1:${(await proxyTo(target)).port}`;
    const baseUrl = isPlain ? `http://127.0.0.1:${target}` : `https://${HOST}`;
    const file = profileIn(folder, baseUrl, `proxy: "${proxy}"`);
    const out = join(folder, "out");
    const { code } = await runBin(["run", "webhook", "auth", "--profile", file, "--out", out], {
      env: { XDG_STATE_HOME: folder },
    });
    const undecided = readResult(out).checks.filter(({ verdict }) =>
      ["failed", "errored", "inconclusive", "warned"].includes(verdict),
    );
    expect({ code, undecided }).toEqual({ code: 0, undecided: [] });
  },
);

test("a proxy that refuses the password makes the target unreachable, and the message does not show it", async () => {
  const folder = temporaryFolder();
  const proxy = await proxyTo(await tlsTarget(folder));
  const address = `http://proxy-user:wrong-${encodeURIComponent(PASSWORD)}@127.0.0.1:${proxy.port}`;
  const file = profileIn(folder, `https://${HOST}`, "http2: false");
  const { code, stdout, stderr } = await runBin(["run", "--profile", file, "--out", join(folder, "out")], {
    env: { HTTPS_PROXY: address, XDG_STATE_HOME: folder },
  });
  expect(code).toBe(4);
  expect(stdout).toContain(`by the proxy 127.0.0.1:${proxy.port}`);
  expect(stdout + stderr).not.toContain("wrong-");
});

test("a client certificate of the profile is shown to a target that asks for one; without it the advice names the fields", async () => {
  const folder = temporaryFolder();
  const client = await selfSignedCertificate("client.example");
  writeFileSync(join(folder, "client.pem"), client.cert);
  writeFileSync(join(folder, "client-key.pem"), client.key);
  const port = await tlsTarget(folder, client.cert);
  const run = async (target: string) => {
    const file = profileIn(folder, `https://localhost:${port}`, target);
    const out = join(folder, "out");
    const { code } = await runBin(["run", "versioning", "--profile", file, "--out", out], {
      env: { XDG_STATE_HOME: folder },
    });
    return { code, reason: readResult(out).reason };
  };
  expect(await run("clientCert: ./client.pem, clientKey: ./client-key.pem")).toMatchObject({ code: 0 });
  const { code, reason } = await run("http2: false");
  expect(code).toBe(4);
  expect(reason).toContain("set target.clientCert and target.clientKey in the profile");
});

test("an authority that the profile does not name is not trusted", async () => {
  const folder = temporaryFolder();
  const port = await tlsTarget(folder);
  const file = profileIn(folder, `https://localhost:${port}`, "http2: false");
  writeFileSync(join(folder, "ca.pem"), (await selfSignedCertificate("other.example")).cert);
  const { code, stdout } = await runBin(["run", "--profile", file, "--out", join(folder, "out")], {
    env: { XDG_STATE_HOME: folder },
  });
  expect({ code, stdout }).toMatchObject({ code: 4, stdout: expect.stringContaining("target.ca") });
});
