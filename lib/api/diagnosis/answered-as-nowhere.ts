import type { Answer } from "../exchange/answer.ts";
import { type Draft, nowhereDraft } from "../request/draft.ts";
import { answeredAlike } from "../exchange/answered-alike.ts";
import { askMerchant } from "./ask-merchant.ts";
import type { Patient } from "./patient.ts";

const NOT_FOUND = [404, 405];

/**
 * Whether a valid query is answered as a path that does not exist, also by the other method: a server that checks keys
 * before it looks for a path says so to its own key alone. "There is no configuration" may be said in the same words, but
 * of an operation that exists most servers reject the other method otherwise.
 */
export async function answeredAsNowhere(
  { merchant }: Pick<Patient, "merchant">,
  query: Answer,
): Promise<boolean> {
  if (!NOT_FOUND.includes(query.wire.status)) return false;
  const nowhere = await askMerchant(merchant, nowhereDraft());
  if (nowhere === undefined || !answeredAlike(query, nowhere)) return false;
  const [there, elsewhere] = [
    await askMerchant(merchant, byGet(query.draft.path)),
    await askMerchant(merchant, byGet(nowhere.draft.path)),
  ];
  return there !== undefined && elsewhere !== undefined && answeredAlike(there, elsewhere);
}

function byGet(path: string): Draft {
  return { ...nowhereDraft(), path, method: "GET" };
}
