import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { targetAddress } from "../profile/options/target-address.ts";

const KEY_BYTES = 16;
const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Names a merchant of a target in the state folder. The same API key at the same address, in any spelling,
 * gives the same name. The API key cannot be guessed from it.
 */
export async function merchantKey(baseUrl: string, apiKey: string): Promise<string> {
  const key = await derive(apiKey, targetAddress(baseUrl), KEY_BYTES);
  return key.toString("hex");
}
