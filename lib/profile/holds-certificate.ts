import { X509Certificate } from "node:crypto";

const BLOCK = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** Whether a text holds certificates in PEM, each of which can be read. */
export function holdsCertificate(text: string): boolean {
  const blocks = text.match(BLOCK) ?? [];
  return blocks.length > 0 && blocks.every((block) => subjectOf(block) !== undefined);
}

function subjectOf(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).subject;
  } catch {
    return undefined;
  }
}
