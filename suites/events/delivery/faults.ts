import {
  before,
  changing,
  instead,
  sayingNo,
  sayingYes,
  together,
  withMemory,
} from "../../../lib/reference/changes.ts";
import { bodyOf } from "../../../lib/reference/faults.ts";
import type { DeliveryEvent } from "../../../lib/reference/delivery/delivery-event.ts";
import type { DeliveryContent } from "../../../lib/reference/delivery/delivery-rules.ts";
import type { Sending } from "../../../lib/reference/delivery/sending.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Configuration } from "../../../lib/reference/store.ts";

interface Happening {
  /** Counts everything that the server remembers. */
  readonly step: number;
  readonly kind:
    | "registered"
    | "rejected"
    | "queried"
    | "disabled"
    | "disabled again"
    | "failed"
    | "delivered";
  readonly own: Configuration;
  /** The registered, rejected, or disabled URL. */
  readonly url: string;
  readonly event: DeliveryEvent;
}

/** The events in the life of a configuration. */
interface Past {
  /** The callback URLs that it has had, the current one last. */
  readonly urls: readonly string[];
  /** Those at which it was disabled. */
  readonly disables: readonly string[];
  /** The URL that it was refused last, until a register of it is accepted. */
  readonly rejected: string | undefined;
  readonly registeredAt: number;
  readonly disabledAt: number;
  readonly isDisabled: boolean;
  readonly isDisabledAgain: boolean;
}

/** A decision of the server about an event. It knows what has happened before. */
export interface Moment extends Past {
  readonly step: number;
  readonly own: Configuration;
  readonly event: DeliveryEvent;
  readonly url: string;
  /** 1: the first delivery of the event. 0: none yet. */
  readonly attempt: number;
  readonly isSecondMerchant: boolean;
  /** From the last update, or the first register, to the event. */
  readonly sinceUpdateMs: number;
  readonly others: readonly Past[];
  readonly happened: readonly Happening[];
  /** The same decision about earlier events and attempts, of all merchants. */
  readonly decisions: readonly Moment[];
  /** The same, of this merchant. */
  readonly earlier: readonly Moment[];
  readonly isFirstAtUrl: boolean;
}

type When = (now: Moment) => boolean;
type UrlAt = (now: Moment) => string | undefined;
/** The moment of a decision. Default: of the last attempt. */
type MomentOf = (own?: Configuration, event?: DeliveryEvent, attempt?: number) => Moment;

const NO_EVENT: DeliveryEvent = { number: 0, type: "", merchant: "", at: 0 };

/** The last step of a kind. 0: no such step. */
export function lastStep(happened: readonly Happening[], kind: Happening["kind"]): number {
  return happened.findLast((one) => one.kind === kind)?.step ?? 0;
}

function pastOf(happened: readonly Happening[], merchantId: string): Past {
  const own = happened.filter((one) => one.own.merchantId === merchantId);
  const urlsOf = (kind: Happening["kind"]) => own.filter((one) => one.kind === kind).map(({ url }) => url);
  const [registeredAt, disabledAt] = [lastStep(own, "registered"), lastStep(own, "disabled")];
  return {
    urls: urlsOf("registered").filter((url, at, all) => url !== all[at - 1]),
    disables: urlsOf("disabled"),
    rejected: lastStep(own, "rejected") > registeredAt ? urlsOf("rejected").at(-1) : undefined,
    registeredAt,
    disabledAt,
    isDisabled: disabledAt > registeredAt,
    isDisabledAgain: lastStep(own, "disabled again") > registeredAt,
  };
}

/** Everything that a server remembers for one change. */
class Memory {
  readonly happened: Happening[] = [];
  readonly #moments: Moment[] = [];
  event = NO_EVENT;
  #own: Configuration | undefined;
  #attempt = 0;

  note(kind: Happening["kind"], own = this.#own, url = own?.callbackUrl ?? ""): void {
    const step = this.happened.length + this.#moments.length + 1;
    if (own !== undefined) this.happened.push({ step, kind, own, url, event: this.event });
  }

  attempts(own: Configuration, event: DeliveryEvent, attempt: number): void {
    [this.#own, this.event, this.#attempt] = [own, event, attempt];
    if (attempt > 1) this.note("failed");
  }

  momentOf(own = this.#own, event = this.event, attempt = this.#attempt): Moment {
    if (own === undefined) throw new Error("No delivery was attempted yet");
    const [happened, decisions] = [[...this.happened], [...this.#moments]];
    const { merchantId, callbackUrl: url, updateTime } = own;
    const earlier = decisions.filter((one) => one.own.merchantId === merchantId);
    const ids = new Set(happened.map((one) => one.own.merchantId));
    const moment = {
      ...pastOf(happened, merchantId),
      step: happened.length + decisions.length + 1,
      own,
      event,
      url,
      attempt,
      happened,
      decisions,
      earlier,
      isSecondMerchant: !merchantId.endsWith("1"),
      sinceUpdateMs: event.at - Number(updateTime / 1_000_000n),
      others: [...ids].filter((id) => id !== merchantId).map((id) => pastOf(happened, id)),
      isFirstAtUrl: !earlier.some((one) => one.url === url),
    };
    this.#moments.push(moment);
    return moment;
  }
}

/** Makes a change that knows what has happened before. */
export const remembering = (change: (momentOf: MomentOf) => Change): Change =>
  withMemory(
    () => new Memory(),
    (memory) => [
      before("register.save", (_call, _owner, next) => memory.note("registered", next)),
      changing("register.perform", (outcome, call, { name }) => {
        const own = call.store.configurationOf(name);
        const [url = "https://rejected.example/"] = /https?:[^"]+/.exec(bodyOf(call)) ?? [];
        if (outcome.refused && own !== undefined) memory.note("rejected", own, url);
        return outcome;
      }),
      before("query.view", (_call, own) => memory.note("queried", own)),
      before("disable.disabled", (_call, own) => memory.note("disabled", own)),
      before("disable.perform", ({ store }, { name }) => {
        const own = store.configurationOf(name);
        if (own?.status === 0) memory.note("disabled again", own);
      }),
      before("delivery.recipients", (event) => void (memory.event = event)),
      before("delivery.isAttempted", (...attempt) => memory.attempts(...attempt)),
      changing("delivery.isOver", (isOver) => {
        if (isOver) memory.note("delivered");
        return isOver;
      }),
      change((...of) => memory.momentOf(...of)),
    ],
  );

/** Delivers no event of which this holds. */
export const losing = (when: When): Change =>
  remembering((momentOf) => sayingNo("delivery.isSubscribed", (own, event) => when(momentOf(own, event, 0))));

/** Delivers events also while the webhook is disabled. */
export const reviving = (when: When): Change =>
  remembering((momentOf) => sayingYes("delivery.isEnabled", (own) => when(momentOf(own))));

/** Leaves out attempts at an event. */
export const skipping = (when: When): Change =>
  remembering((momentOf) => sayingNo("delivery.isAttempted", (...attempt) => when(momentOf(...attempt))));

/** Delivers to another URL than the registered one. Undefined: to the registered one. */
export const deliveringTo = (urlAt: UrlAt): Change =>
  remembering((momentOf) => instead("delivery.url", (...attempt) => urlAt(momentOf(...attempt))));

/** The same, by the registered URL alone. */
export const rewriting = (change: (url: string) => string): Change => deliveringTo(({ url }) => change(url));

/** Retries go to another URL than the first attempt. */
export const retryingAt = (urlAt: UrlAt): Change =>
  deliveringTo((now) => (now.attempt > 1 ? urlAt(now) : undefined));

/** Delivers each event a second time, to another URL where there is one. */
export const alsoTo = (other: UrlAt): Change =>
  remembering((momentOf) =>
    together(
      changing("delivery.recipients", (usual, event, { store }) => {
        const own = store.configurationOf(event.merchant);
        const isCopied = own !== undefined && other(momentOf(own, event, 0)) !== undefined;
        return isCopied ? [...usual, ...usual] : usual;
      }),
      instead("delivery.url", (...attempt) => {
        const now = momentOf(...attempt);
        const sent = now.decisions.filter((one) => one.event.number === now.event.number);
        return now.attempt === 1 && sent.some((one) => one.attempt === 1) ? other(now) : undefined;
      }),
    ),
  );

/** The content of an earlier delivery, as it was before the change. */
interface Sent extends DeliveryContent {
  readonly now: Moment;
}

type ContentChange = (
  content: DeliveryContent,
  now: Moment,
  server: { readonly sent: readonly Sent[]; readonly by: Sending },
) => Partial<DeliveryContent>;

/** Deliveries have another method, other headers or another body. */
export const carrying = (change: ContentChange): Change =>
  withMemory(
    (): Sent[] => [],
    (sent) =>
      remembering((momentOf) =>
        changing("delivery.content", (content, _usual, own, by) => {
          const now = momentOf(own);
          const changed = { ...content, ...change(content, now, { sent: [...sent], by }) };
          sent.push({ ...content, now });
          return changed;
        }),
      ),
  );

/** A body ends before the length that its header says. */
export const endingEarly = ({ headers, body }: DeliveryContent): Partial<DeliveryContent> => ({
  headers: { ...headers, "content-length": String(Buffer.byteLength(body) + 1) },
});

/** Retries have other contents than the first attempt. */
export const retryingWith = (change: ContentChange): Change =>
  carrying((content, now, server) => (now.attempt > 1 ? change(content, now, server) : {}));

/** The URL without path and query. */
export const rootOf = (url: string): string => url.replace(/^([^:]+:\/\/[^/?#]+).*/, "$1/");

/** The same URL without TLS. */
export const inClear = (url: string): string => url.replace(/^https:/, "http:");

export const isType =
  (type: string) =>
  ({ event }: Moment): boolean =>
    event.type === type;

/** Whether another moment is of the same merchant. */
export const isOfMerchant =
  ({ own }: Moment) =>
  (other: { readonly own: Configuration }): boolean =>
    other.own.merchantId === own.merchantId;
