import type { Answer } from "../../api/exchange/answer.ts";
import { headerOf } from "../../api/exchange/infrastructure.ts";
import type { WireRequest } from "../../http/transport.ts";
import type { Profile } from "../../profile/profile-schema.ts";
import { redactorOf } from "../../session/redactor-of.ts";
import { payloadTemplate } from "../../signer/payload-template.ts";
import type { DoctorNote } from "./finding.ts";

/** The signed text of a query, and its signature, for a comparison with the target's own. */
export function signedText(profile: Profile, name: string, { request }: Answer): DoctorNote[] {
  const { auth, baseUrl, merchants } = profile;
  const scheme = auth.signature;
  const merchant = merchants.find((one) => one.name === name);
  if (auth.mode !== "signed" || scheme === undefined || merchant === undefined) return [];
  const [timestamp, nonce, signature] = ["x-timestamp", "x-nonce", "x-signature"].map((header) =>
    valueOf(request, header),
  );
  const redactor = redactorOf({ profile });
  const redact = (text: string) => redactor.text(text);
  const made: DoctorNote = {
    state: "noted",
    subject: "signature",
    text: `${redact(signature ?? "")} (${scheme.algorithm ?? `made by ${scheme.module}`}, ${scheme.encoding})`,
  };
  if (scheme.payload === undefined) return [made];
  const bytes = payloadTemplate(scheme.payload).bytes(
    {
      method: request.method,
      path: `${new URL(baseUrl).pathname.replace(/\/$/, "")}${request.path}`,
      query: "",
      timestamp: timestamp ?? "",
      nonce: nonce ?? "",
      apiKey: merchant.apiKey,
    },
    scheme.emptyBodyHash ?? false,
  );
  const shown = redact(bytes.toString("utf8"));
  const text = `${JSON.stringify(shown)} (${bytes.length} bytes, of a query for ${name})`;
  return [{ state: "noted", subject: "signed text", text }, made];
}

function valueOf({ headers }: WireRequest, name: string): string | undefined {
  return headerOf({ status: 0, headers, body: new Uint8Array() }, name);
}
