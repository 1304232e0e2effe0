import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { decodeBody } from "./decode-body.ts";

const TEXT = '{"code":0,"msg":"€"}';
const LIMIT = 10_000;

function decoded(encoding: string, body: Uint8Array, limit = LIMIT): string {
  return Buffer.from(decodeBody([["Content-Encoding", encoding]], body, limit)).toString();
}

test.each([
  ["gzip", gzipSync(TEXT)],
  ["X-GZip", gzipSync(TEXT)],
  ["deflate", deflateSync(TEXT)],
  ["deflate", deflateRawSync(TEXT)],
  ["br", brotliCompressSync(TEXT)],
  ["zstd", zstdCompressSync(TEXT)],
  ["identity", Buffer.from(TEXT)],
  ["deflate, gzip", gzipSync(deflateSync(TEXT))],
])("%s is undone", (encoding, body) => {
  expect(decoded(encoding, body)).toBe(TEXT);
});

test("codings in several headers are undone from the last to the first", () => {
  const headers = [
    ["content-encoding", "br"],
    ["X", "gzip"],
    ["CONTENT-ENCODING", "gzip"],
  ] as const;
  expect(Buffer.from(decodeBody(headers, gzipSync(brotliCompressSync(TEXT)), LIMIT)).toString()).toBe(TEXT);
});

test("a coding that is not known stops the decoding, the bytes stay", () => {
  expect(decoded("UTF-8", Buffer.from(TEXT))).toBe(TEXT);
  expect(decoded("odd, gzip", gzipSync(TEXT))).toBe(TEXT);
});

test("an empty body is empty in any coding", () => {
  expect(decoded("gzip", new Uint8Array())).toBe("");
});

test("without Content-Encoding nothing is decoded", () => {
  const body = gzipSync(TEXT);
  expect(decodeBody([["Content-Type", "application/gzip"]], body, LIMIT)).toBe(body);
});

test.each([
  ["plain text", "gzip", Buffer.from(TEXT)],
  ["a truncated stream", "gzip", gzipSync(TEXT).subarray(0, -9)],
  ["a truncated brotli stream", "br", brotliCompressSync(TEXT).subarray(0, -3)],
  ["another coding", "br", gzipSync(TEXT)],
])("%s is a protocol failure", (_, encoding, body) => {
  expect(() => decoded(encoding, body)).toThrow(
    expect.objectContaining({ kind: "protocol", code: "NOT_AS_ENCODED", applied: "unknown" }),
  );
});

test.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
  ["zstd", zstdCompressSync],
] as const)(
  "%s: a body of exactly the limit is accepted, one more byte is too large",
  (encoding, compress) => {
    expect(decoded(encoding, compress(Buffer.alloc(LIMIT))).length).toBe(LIMIT);
    expect(() => decoded(encoding, compress(Buffer.alloc(LIMIT + 1)))).toThrow(
      expect.objectContaining({ kind: "protocol", code: "ANSWER_TOO_LARGE" }),
    );
  },
);

test("a pile of codings is refused", () => {
  expect(() => decoded("gzip,".repeat(50), gzipSync(TEXT))).toThrow("it is encoded 50 times");
});
