export default function sign({ nonce }) {
  if (nonce === "throw") throw new Error("no key");
  return nonce === "number" ? 7 : "two\nlines";
}
