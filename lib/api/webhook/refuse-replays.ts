import { InconclusiveError } from "../../engine/record/verdict.ts";
import { describeAnswer } from "../exchange/answer.ts";
import { AFTER_DISABLE, USED_NONCE } from "../exchange/credential-deviation.ts";
import type { Merchant } from "../merchant/merchant.ts";
import { unlessUncovered } from "../merchant/unless-uncovered.ts";
import { type Attempt, attemptResult } from "../refusals/attempt.ts";
import { refuseAttempts } from "../refusals/refuse-attempts.ts";
import { type Replay, SENT_AGAIN } from "../refusals/replays.ts";
import { stampedAt } from "../refusals/wrong-timestamps.ts";
import { type Credentials, type Operation, webhookDraft } from "../request/draft.ts";
import { isGranted } from "./oracles/assert-answered.ts";
import { requireVisible } from "./oracles/returned-field.ts";
import type { WebhookContext } from "./webhook-context.ts";
import { webhookSituation } from "./webhook-situation.ts";

/** Credentials of an accepted request in a later one, which must be refused. */
interface ReplayCase {
  /** The accepted request. */
  readonly of: Operation;
  /** The later request. Default: the same operation. */
  readonly at?: Operation;
  /** Default: all credentials. */
  readonly replay?: Replay;
  /** Whether a register has another callback URL than the accepted one. */
  readonly isOtherBody?: true;
  /** Moves the timestamp of the accepted request by so many seconds. A target need not accept it. */
  readonly stampedBy?: number;
  /** Credentials of an earlier request. Default: the request is sent for it. */
  readonly used?: Credentials;
  /** The connection of the later request. */
  readonly lane?: string;
}

/** Requests between the two uses of credentials, and their name in reports if they matter. */
interface Interval {
  readonly take?: () => Promise<unknown>;
  readonly since?: string;
}

interface ReplayScope {
  /** Default: the merchant of the check. */
  readonly merchant?: Merchant;
  readonly state?: "settled" | "enabled" | "disabled";
  /** After each of them the later requests are sent. Default: one without requests. */
  readonly intervals?: readonly Interval[];
}

/** One case, and the credentials that its accepted request has carried. */
interface SpentCase extends ReplayCase {
  readonly used: Credentials;
  readonly url: string;
}

type Means = Pick<WebhookContext, "merchant" | "urls" | "timestamp">;

/**
 * Requests with used credentials are refused, and change nothing. The accepted requests are sent first, and the later ones in
 * reverse order: what two servers behind the target do in turn does not keep pace.
 * @throws {Violation} when one is granted
 * @throws {InconclusiveError} when a valid query or register is refused, or a rule judges an effect
 */
export async function refuseReplays(
  { merchant: own, urls, timestamp }: Means,
  cases: readonly ReplayCase[],
  { merchant = own, state = "settled", intervals = [{}] }: ReplayScope = {},
): Promise<void> {
  const means = { merchant, urls, timestamp };
  requireVisible(await merchant[state]());
  const url = urls.fresh();
  const spent = new Map<string, Credentials | undefined>();
  for (const one of cases) {
    const key = `${one.of} ${one.stampedBy}`;
    if (!spent.has(key)) spent.set(key, one.used ?? (await credentialsFor(means, one, url)));
  }
  const known = cases.flatMap((one): SpentCase[] => {
    const used = spent.get(`${one.of} ${one.stampedBy}`);
    return used === undefined ? [] : [{ ...one, used, url }];
  });
  const isWriting = known.some(({ of, at = of }) => at !== "query");
  for (const { take, since } of intervals) {
    await take?.();
    const what = "a request with used credentials";
    const situation = webhookSituation({ merchants: [merchant], state: "steady", isHeard: true, what });
    const attempts = known.toReversed().map((one) => attemptOf(means, one, since));
    await refuseAttempts(attempts, { every: [], ...(isWriting && { situation }) });
  }
}

/** Sends an accepted request. Undefined: the target does not accept it, and need not. */
async function credentialsFor(
  { merchant, timestamp }: Means,
  { of, stampedBy }: ReplayCase,
  url: string,
): Promise<Credentials | undefined> {
  if (of === "disable") await merchant.enabled();
  const stamped = stampedBy === undefined ? undefined : stampedAt({ timestamp }, stampedBy);
  let used: Credentials = {};
  const answer = await merchant.send({
    ...webhookDraft(of, url, stamped === undefined ? "success" : "open"),
    ...(stamped && { once: true }),
    tamper: async (valid, resign) => (used = (await stamped?.tamper(valid, resign)) ?? valid),
  });
  if (isGranted(answer)) return used;
  if (stamped !== undefined || of === "disable") return undefined;
  throw new InconclusiveError(`A valid ${of} was answered ${describeAnswer(answer)}.`);
}

function attemptOf(
  { merchant, urls }: Means,
  { of, at = of, replay = SENT_AGAIN, isOtherBody, stampedBy, used, url, lane }: SpentCase,
  since = of === "disable" ? AFTER_DISABLE : undefined,
): Attempt {
  const { name, tamper, expects } = replay(used);
  const isSame = at === of && isOtherBody !== true;
  const when = [...(at === "query" ? [] : [`by ${at}`]), since ?? []].flat();
  const evidence = since === undefined ? {} : { deviations: [{ what: USED_NONCE, when }] };
  return {
    name: `a ${at} with ${name}${at === of ? "" : ` of a ${of}`}`,
    offence: `${name} ${of} ${stampedBy}`,
    door: at,
    async send() {
      const draft = webhookDraft(at, isSame ? url : urls.fresh(), expects);
      const replayed = { ...draft, tamper, once: true, ...(lane !== undefined && { lane }) };
      const answer = await unlessUncovered(async () => merchant.send(replayed));
      return answer && attemptResult(answer, isGranted(answer), evidence);
    },
  };
}
