import { TLSSocket } from "node:tls";
import { generate } from "selfsigned";
import { expect, test } from "vitest";
import { Egress, EgressError } from "./egress.ts";
import { answerText } from "./testing/scripted-server.ts";
import { REQUEST, serverWith, transportTo } from "./testing/transport-fixtures.ts";

const extensions = [{ name: "subjectAltName" as const, altNames: [{ type: 7 as const, ip: "127.0.0.1" }] }];

/** A server that asks for a certificate of the client, and notes whether one came. */
async function askingServer(shown: boolean[], status = "200 OK") {
  const own = await generate([{ name: "commonName", value: "localhost" }], { keyType: "ec", extensions });
  const server = await serverWith(
    (socket) => {
      if (socket instanceof TLSSocket) shown.push(socket.getPeerCertificate().subject !== undefined);
      socket.write(answerText("{}", [], status));
    },
    { key: own.private, cert: own.cert, requestCert: true, rejectUnauthorized: false },
  );
  return { url: `https://127.0.0.1:${server.port}`, ca: own.cert };
}

test("the client certificate is shown to the target, and to nothing else", async () => {
  const [toTarget, toStranger]: [boolean[], boolean[]] = [[], []];
  const [target, stranger] = [await askingServer(toTarget), await askingServer(toStranger)];
  const client = await generate([{ name: "commonName", value: "us" }], { keyType: "ec" });
  const egress = new Egress({ own: [target.url, stranger.url] });
  const transport = transportTo(target.url, {
    takesAnyCertificate: true,
    cert: client.cert,
    key: client.private,
    egress,
  });
  expect((await transport.send(REQUEST)).status).toBe(200);
  expect((await transport.send({ ...REQUEST, origin: stranger.url })).status).toBe(200);
  expect({ toTarget, toStranger }).toEqual({ toTarget: [true], toStranger: [false] });
});

test("the client certificate is not shown to a proxy that is asked by https", async () => {
  const toProxy: boolean[] = [];
  const proxy = await askingServer(toProxy, "407 Proxy Authentication Required");
  const client = await generate([{ name: "commonName", value: "us" }], { keyType: "ec" });
  const transport = transportTo("https://target.example", {
    ca: proxy.ca,
    cert: client.cert,
    key: client.private,
    proxy: proxy.url,
  });
  await transport.send(REQUEST).catch(() => undefined);
  expect(toProxy).toEqual([false]);
});

test("nothing is sent to an origin that is not allowed", async () => {
  let came = 0;
  const stranger = await serverWith(() => (came += 1));
  const transport = transportTo("http://127.0.0.1:9");
  const sent = transport.send({ ...REQUEST, origin: `http://127.0.0.1:${stranger.port}` });
  await expect(sent).rejects.toThrow(EgressError);
  expect(came).toBe(0);
});

test("a connection goes to the address that was looked at, and is not looked up again", async () => {
  const server = await serverWith((socket) => socket.write(answerText("{}")));
  const asked: string[] = [];
  const baseUrl = `http://target.example:${server.port}`;
  const egress = new Egress({ own: [baseUrl] }, async (host) => {
    asked.push(host);
    return [{ address: "127.0.0.1", family: 4 }];
  });
  expect((await transportTo(baseUrl, { egress }).send(REQUEST)).status).toBe(200);
  expect(asked).toEqual(["target.example"]);
});

test("a name of a listed host that leads to this machine is not asked", async () => {
  let came = 0;
  const server = await serverWith(() => (came += 1));
  const listed = `stranger.example:${server.port}`;
  const egress = new Egress({ own: ["https://target.example"], hosts: [listed] }, async (host) =>
    host === "target.example"
      ? [{ address: "93.184.216.34", family: 4 }]
      : [{ address: "127.0.0.1", family: 4 }],
  );
  const transport = transportTo("https://target.example", { egress });
  await expect(transport.send({ ...REQUEST, origin: `https://${listed}` })).rejects.toThrow(
    "is at 127.0.0.1 (loopback), where no address of the profile is",
  );
  expect(came).toBe(0);
});
