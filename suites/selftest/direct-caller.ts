import * as z from "zod";
import { createAuthenticator } from "../../lib/api/credentials/authenticator.ts";
import { disableDraft, type Draft, queryDraft, registerDraft } from "../../lib/api/request/draft.ts";
import type { MerchantCredentials, Profile } from "../../lib/profile/schema/profile-schema.ts";
import type { Reference } from "../../lib/reference/reference.ts";
import { createSigner } from "../../lib/signer/signer.ts";

const shownSchema = z.object({ callbackUrl: z.string(), status: z.number() });
const answerSchema = z.object({ data: shownSchema.nullish().catch(undefined) });

/** A merchant's configuration, as query returns it. */
export type Shown = z.output<typeof shownSchema>;

/** A second client of the merchants, who calls the reference itself, past whatever stands before it. */
export interface DirectCaller {
  register(merchant: string, callbackUrl: string): Promise<void>;
  disable(merchant: string): Promise<void>;
  /** Undefined when there is no configuration. */
  query(merchant: string): Promise<Shown | undefined>;
}

export async function directCaller(
  reference: Reference,
  { auth, merchants }: Pick<Profile, "auth" | "merchants">,
): Promise<DirectCaller> {
  const signs = auth.signature === undefined ? undefined : await createSigner(auth.signature);

  async function call(name: string, draft: Draft): Promise<unknown> {
    const merchant = merchants.find((one): one is MerchantCredentials => one.name === name);
    if (merchant === undefined) throw new Error(`Cannot call as ${name}: there is no such merchant`);
    const credentials = createAuthenticator({ merchant, clock: Date, ...(signs && { signer: signs }) });
    const headers = await credentials.headers(draft, draft.path);
    const request = new Request(`http://reference.invalid${draft.path}`, {
      method: draft.method,
      headers: [
        ...headers.map(([key, value]): [string, string] => [key, value]),
        ...(draft.contentType === undefined ? [] : [["content-type", draft.contentType] as [string, string]]),
      ],
      ...(draft.body && { body: Uint8Array.from(draft.body) }),
    });
    const response = await reference.fetch(request, "direct");
    return response.json();
  }

  return {
    register: async (merchant, callbackUrl) => void (await call(merchant, registerDraft(callbackUrl))),
    disable: async (merchant) => void (await call(merchant, disableDraft())),
    async query(merchant) {
      const { data } = answerSchema.parse(await call(merchant, queryDraft()));
      return data ?? undefined;
    },
  };
}
