import { OPERATIONS, type Operation, webhookDraft, MAX_CALLBACK_URL_CHARS } from "../request/draft.ts";
import type { CredentialOffence } from "../request/offence.ts";
import { describeAnswer } from "../exchange/answer.ts";
import type { Merchant } from "../merchant/merchant.ts";
import type { Attempt } from "../refusals/attempt.ts";
import { callerOf, type CredentialOffences } from "../refusals/caller.ts";
import { coverCases, STRENGTHS } from "../refusals/cover-cases.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { urlOfLength } from "./inputs/callback-url.ts";
import { isGranted } from "./oracles/is-granted.ts";
import { requireVisible } from "./oracles/returned-field.ts";
import { webhookSituation } from "./webhook-situation.ts";
import type { WebhookContext } from "./webhook-context.ts";

interface Scope {
  /** Default: the merchant of the check. */
  readonly merchants?: readonly Merchant[];
  readonly state?: "enabled" | "disabled";
  /** Default: all. */
  readonly operations?: readonly Operation[];
  /** Other offences, which show how far a fault reaches. */
  readonly related?: CredentialOffences;
}

type Means = Pick<WebhookContext, "urls" | "effort"> & Parameters<typeof callerOf>[0];

/** One offence of one merchant at one operation. */
interface Case {
  readonly merchant: Merchant;
  readonly offence: CredentialOffence;
  /** The same for the same offence of another merchant. */
  readonly kind: string;
  readonly operation: Operation;
  /** The register has the longest valid callback URL. */
  readonly isLong: boolean;
}

/**
 * Webhook operations refuse wrong credentials. Depth decides which offences, operations and merchants meet. A read-only run
 * sends queries only.
 * @throws {Violation} when one is granted
 * @throws {InconclusiveError} when a refusal had an effect, which a rule judges
 */
export async function refuseAtWebhooks(
  means: Means,
  offencesOf: CredentialOffences,
  { merchants = [means.merchant], state = "enabled", operations = OPERATIONS, related }: Scope = {},
): Promise<void> {
  const { mayWrite } = means.merchant;
  const doors = mayWrite ? OPERATIONS : OPERATIONS.filter((one) => one === "query");
  const cases: Case[] = [];
  const further: Case[] = [];
  for (const merchant of merchants) {
    cases.push(...(await casesOf(means, merchant, offencesOf, doors)));
    if (related !== undefined) further.push(...(await casesOf(means, merchant, related, doors)));
  }
  const chosen = coverCases(
    cases.filter(({ operation }) => operations.includes(operation)),
    ({ kind, operation, isLong, merchant }) => [kind, isLong ? "a long body" : operation, merchant],
    means.effort.at(STRENGTHS),
  );
  for (const merchant of merchants) {
    const attemptsOf = (some: readonly Case[]) =>
      some.filter((one) => one.merchant === merchant).map((one) => credentialAttempt(means, one));
    const attempts = attemptsOf(chosen);
    const what = `requests with ${chosen[0]?.offence.name ?? "wrong credentials"}`;
    const situation = webhookSituation({ merchants: [merchant], state, isHeard: true, what });
    if (attempts.length > 0)
      await refuseAttempts(attempts, {
        every: attemptsOf([...cases, ...further]),
        ...(mayWrite && { situation }),
      });
  }
}

async function casesOf(
  means: Means,
  merchant: Merchant,
  offencesOf: CredentialOffences,
  doors: readonly Operation[],
): Promise<Case[]> {
  const known = await merchant.settled();
  const { merchantId } = merchant.mayWrite ? known : requireVisible(known);
  const offences = offencesOf({ ...callerOf(means, merchant), merchantId });
  return offences.flatMap((offence, at) =>
    doors
      .filter((operation) => (offence.operations ?? OPERATIONS).includes(operation))
      .map((operation) => ({
        merchant,
        offence,
        kind: `${offence.name} ${at}`,
        operation,
        isLong: operation === "register" && at > 0 && at === offences.length - 1,
      })),
  );
}

/** Builds the attempts with one offence of a merchant, in whatever state it is. */
export function attemptsWith(
  means: Pick<Means, "urls">,
  merchant: Merchant,
  offence: CredentialOffence,
): readonly Attempt[] {
  const kind = offence.name;
  return OPERATIONS.map((operation) =>
    credentialAttempt(means, { merchant, operation, kind, offence, isLong: false }),
  );
}

function credentialAttempt({ urls }: Pick<Means, "urls">, one: Case): Attempt {
  const { merchant, operation, kind, isLong, offence } = one;
  const { name, tamper, expects, lane = `impostor-${expects}` } = offence;
  return {
    name: `${operation} with ${name}`,
    offence: kind,
    door: operation,
    async send() {
      const url = isLong ? urlOfLength(urls, MAX_CALLBACK_URL_CHARS, "path") : urls.fresh();
      const answer = await merchant.send({ ...webhookDraft(operation, url, expects), tamper, lane });
      const evidence = { actual: describeAnswer(answer) };
      return { isGranted: isGranted(answer), isProof: true, exchange: answer.exchange, evidence };
    },
  };
}
