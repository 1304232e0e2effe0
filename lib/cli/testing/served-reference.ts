import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { ReferenceMerchant } from "../../reference/call.ts";
import type { ReferenceOptions } from "../../reference/reference-options.ts";
import { createReference } from "../../reference/reference.ts";
import type { ReferenceRequest } from "../../reference/responder.ts";
import { conformantRules } from "../../reference/rules/rules.ts";
import { serveReference } from "../../reference/serve-reference.ts";
import { findMutant } from "../serve/find-mutant.ts";
import { temporaryFolder } from "./temporary-folder.ts";

interface Form extends Partial<ReferenceOptions> {
  readonly mutant?: string;
  /** Sees each request with its number, from 1 on, before the reference does. A response is the answer to it. */
  readonly arriving?: (request: ReferenceRequest, number: number) => unknown;
  /** Makes another answer of one. */
  readonly changed?: (answer: Response) => Promise<Response>;
}

/** Marks a request that no layer in front of the reference sees. */
const DIRECT = "x-direct";

/** The merchants in the profile of the reference. */
export const MERCHANTS = [
  { name: "alpha", apiKey: "reference-alpha-key-7f3a9c21" },
  { name: "beta", apiKey: "reference-beta-key-52d8e0b4" },
] as const;

/** The address of the reference, in one of its forms, until the test ends. Default: with alpha and beta. */
export async function servedReference({ mutant, arriving, changed, ...options }: Form = {}): Promise<string> {
  const rules = mutant === undefined ? conformantRules : findMutant(mutant).apply(conformantRules);
  const reference = createReference({ merchants: MERCHANTS, rules, ...options });
  let requests = 0;
  const server = await serveReference({
    ...reference,
    fetch: async (request, arrival) => {
      if (request.headers.has(DIRECT)) return reference.fetch(request, arrival);
      const own = await arriving?.(request, (requests += 1));
      if (own instanceof Response) return own;
      const answer = await reference.fetch(request, arrival);
      return changed?.(answer) ?? answer;
    },
  });
  onTestFinished(async () => server.close());
  return server.url;
}

/** Calls an operation of a served reference itself, as a merchant does. Default: as alpha. */
export async function callWebhook(
  baseUrl: string,
  operation: "register" | "query" | "disable",
  body?: object,
  apiKey: string = MERCHANTS[0].apiKey,
): Promise<unknown> {
  const response = await fetch(`${baseUrl}/abc/v1/webhook/${operation}`, {
    method: "POST",
    headers: { "X-API-Key": apiKey, [DIRECT]: "1", ...(body && { "Content-Type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return response.json();
}

/** A folder with the profile of a target, `target.yaml`, until the test ends. */
export function folderWithProfile(
  baseUrl: string,
  more = "",
  merchants: readonly ReferenceMerchant[] = MERCHANTS,
): string {
  const folder = temporaryFolder();
  const auth = "auth: { mode: api-key }";
  writeFileSync(
    join(folder, "target.yaml"),
    `name: target\nbaseUrl: ${baseUrl}\n${auth}\nmerchants: ${JSON.stringify(merchants)}\n${more}`,
  );
  return folder;
}
