import { X509Certificate } from "node:crypto";

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/** Whether a text contains certificates in PEM, and all of them are readable. */
export function holdsCertificate(text: string): boolean {
  const blocks = text.split(END).slice(0, -1).flatMap(blockIn);
  return blocks.length > 0 && blocks.every((block) => subjectOf(block) !== undefined);
}

/** The certificate that ends a piece of text. */
function blockIn(piece: string): readonly string[] {
  const start = piece.indexOf(BEGIN);
  return start === -1 ? [] : [`${piece.slice(start)}${END}`];
}

function subjectOf(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).subject;
  } catch {
    return undefined;
  }
}
