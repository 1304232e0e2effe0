import {
  brotliDecompressSync,
  gunzipSync,
  inflateRawSync,
  inflateSync,
  zstdDecompressSync,
  type ZlibOptions,
} from "node:zlib";
import { protocolFailure } from "./transport-failure.ts";
import type { HeaderPair } from "./transport.ts";

type Decoder = (body: Uint8Array, options: ZlibOptions) => Uint8Array;

const MAX_LAYERS = 4;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["deflate", inflate],
  ["br", (body, { maxOutputLength }) => brotliDecompressSync(body, { maxOutputLength })],
  ["zstd", (body, { maxOutputLength }) => zstdDecompressSync(body, { maxOutputLength })],
]);

/**
 * Decodes the Content-Encoding of an answer. An unknown coding stays, so that the checks see the body as it came.
 * @param maxBytes the largest body after decompression
 * @throws {TransportFailure} `protocol`: the body contradicts its Content-Encoding, or is too large
 */
export function decodeBody(headers: readonly HeaderPair[], body: Uint8Array, maxBytes: number): Uint8Array {
  const codings = headers
    .filter(([name]) => name.toLowerCase() === "content-encoding")
    .flatMap(([, value]) => value.split(","))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== "" && coding !== "identity");
  if (body.length === 0) return body;
  if (codings.length > MAX_LAYERS)
    throw protocolFailure(`it is encoded ${codings.length} times`, "ENCODED_TOO_OFTEN");
  let decoded = body;
  for (const coding of codings.toReversed()) {
    const decode = DECODERS.get(coding);
    if (!decode) return decoded;
    decoded = decodeLayer(decode, coding, decoded, maxBytes);
  }
  return decoded;
}

function decodeLayer(decode: Decoder, coding: string, body: Uint8Array, maxBytes: number): Uint8Array {
  try {
    return decode(body, { maxOutputLength: maxBytes });
  } catch (error) {
    if (error instanceof RangeError)
      throw protocolFailure(`its body is larger than ${maxBytes} bytes`, "ANSWER_TOO_LARGE", error);
    throw protocolFailure(`its body is not ${coding}, as Content-Encoding says`, "NOT_AS_ENCODED", error);
  }
}

/** `deflate` means a zlib stream (RFC 9110, 8.4.1.2). Some old senders use a bare one. */
function inflate(body: Uint8Array, options: ZlibOptions): Uint8Array {
  const isZlib = ((body[0] ?? 0) & 0x0f) === 8;
  return isZlib ? inflateSync(body, options) : inflateRawSync(body, options);
}
