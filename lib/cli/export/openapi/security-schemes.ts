import type { JsonSchema } from "../../../api/json/form.ts";
import type { Profile } from "../../../profile/schema/profile-schema.ts";

const KEY = { apiKey: [] };
const SIGNED = { ...KEY, timestamp: [], nonce: [], signature: [] };

/** The credential headers of section 4.1, with the signature scheme of a profile. A key alone needs no other header. */
export function securitySchemes(auth: Profile["auth"] | undefined): JsonSchema {
  const apiKey = header("X-API-Key", "API access key.");
  if (auth?.mode === "api-key") return { apiKey };
  const { algorithm, payload, encoding, timestamp, nonce, module } = auth?.signature ?? {};
  return {
    apiKey,
    timestamp: header("X-Timestamp", "Time of the request, an integer.", { unit: timestamp }),
    nonce: header("X-Nonce", "Random text, unique for each request.", { form: nonce }),
    signature: header("X-Signature", "Signature of the request. The document does not show the algorithm.", {
      algorithm: module === undefined ? algorithm : "computed by a module",
      payload,
      encoding,
    }),
  };
}

/** The headers that a request needs: the key alone or all four. A profile fixes one of them. */
export function securityOf(auth: Profile["auth"] | undefined): readonly JsonSchema[] {
  if (auth === undefined) return [KEY, SIGNED];
  return [auth.mode === "signed" ? SIGNED : KEY];
}

function header(
  name: string,
  description: string,
  facts: Readonly<Record<string, string | undefined>> = {},
): JsonSchema {
  const known = Object.entries(facts).filter(([, value]) => value !== undefined);
  return {
    type: "apiKey",
    in: "header",
    name,
    description,
    ...(known.length > 0 && { "x-pinned": Object.fromEntries(known) }),
  };
}
