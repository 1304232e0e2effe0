import { isIP } from "node:net";

/** A new certificate for `localhost` and the given host, valid for a week; key and certificate are PEM. The library loads when it is needed. */
export async function selfSignedCertificate(host: string): Promise<{ key: string; cert: string }> {
  const { generate } = await import("selfsigned");
  const names = [...new Set(["localhost", "127.0.0.1", host])];
  const altNames = names.map((name) =>
    isIP(name) === 0 ? { type: 2 as const, value: name } : { type: 7 as const, ip: name },
  );
  const week = 7 * 24 * 60 * 60 * 1000;
  const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    notBeforeDate: new Date(Date.now() - week),
    notAfterDate: new Date(Date.now() + week),
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames },
    ],
  });
  return { key, cert };
}
