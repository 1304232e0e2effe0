import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { targetAddress } from "../profile/target-address.ts";

const KEY_BYTES = 16;
const derive = promisify<string, string, number, Buffer>(scrypt);

/**
 * Names a merchant of a target in the state folder. Whoever has the same API key at the same address, however it is
 * written, gets the same name, and the API key cannot be guessed from it at any speed.
 */
export async function merchantKey(baseUrl: string, apiKey: string): Promise<string> {
  const key = await derive(apiKey, targetAddress(baseUrl), KEY_BYTES);
  return key.toString("hex");
}
