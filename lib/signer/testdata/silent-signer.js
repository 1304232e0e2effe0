export default function sign({ nonce, secret }) {
  if (nonce === "throw") throw new Error("no key");
  if (nonce === "quote") throw new Error(`bad key ${Buffer.from(secret).toString("base64")}`);
  return nonce === "number" ? 7 : "two\nlines";
}
