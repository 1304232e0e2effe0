import type { AuthContext } from "../../../lib/api/auth/auth-context.ts";
import type { CredentialOffence } from "../../../lib/api/request/offence.ts";
import { onlyOnQuery, withKey } from "../../../lib/api/webhook/inputs/api-key.ts";
import { rejectsCredentials } from "../../../lib/api/webhook/oracles/rejects-credentials.ts";

const HEADER_TEXT = /^[\x21-\x7e]+$/;

/** Neither a merchantId nor a name is a key. In signed mode a key is not a secret either. */
export async function rejectsWords({ merchant, issuedKeys, urls, effort }: AuthContext): Promise<void> {
  const { merchantId } = await merchant.settled();
  const name = typeof merchantId === "string" ? merchantId : merchant.name;
  const words = [
    withWord("the merchantId for an API key", merchantId, issuedKeys),
    withWord("the name of the merchant for an API key", merchant.name, issuedKeys),
    withWord("the digit 0 for an API key", "0", issuedKeys),
    withWord("the word true for an API key", "true", issuedKeys),
    withWord("a name and a password for an API key", `${name}:password`, issuedKeys),
  ].flat();
  await rejectsCredentials(merchant, urls, effort.triedSparingly(words));
}

function withWord(name: string, word: unknown, issued: ReadonlySet<string>): CredentialOffence[] {
  if (typeof word !== "string" || !HEADER_TEXT.test(word) || issued.has(word)) return [];
  return [onlyOnQuery(withKey(name, word))];
}
