import {
  before,
  changing,
  holding,
  instead,
  newMap,
  newSet,
  withMemory,
} from "../../../lib/reference/changes.ts";
import { bodyOf, currentOf } from "../../../lib/reference/faults.ts";
import type { DeliveryEvent } from "../../../lib/reference/delivery/delivery-event.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import type { Configuration, Store } from "../../../lib/reference/store.ts";

/** Deliveries go to another URL than the registered one. */
export const deliveringTo = (
  change: (url: string, attempt: number, event: DeliveryEvent) => string,
): Change =>
  changing("delivery.url", (usual, _configuration, event, attempt) => change(usual, attempt, event));

/** Parts of URLs are replaced in deliveries. */
export const rewriting = (part: RegExp, other: string): Change =>
  deliveringTo((url) => url.replace(part, other));

/** The URL without path and query. */
export const rootOf = (url: string): string => url.replace(/^([^:]+:\/\/[^/?#]+).*/, "$1/");

/** The change depends on the number of the attempt: 1 is the first delivery of an event. */
export const byAttempt = (change: (attempt: () => number) => Change): Change =>
  withMemory(holding(0), (memory) => [
    before("delivery.url", (_configuration, _event, attempt) => {
      memory.value = attempt;
    }),
    change(() => memory.value),
  ]);

/** Whether it is the configuration of the first merchant. */
export const isFirst = ({ merchantId }: Configuration): boolean => merchantId.endsWith("1");
export const isOfSecond = (configuration: Configuration): boolean => !isFirst(configuration);

/** Whether an event has this type. */
export const isType =
  (type: string) =>
  (_configuration: Configuration, event: DeliveryEvent): boolean =>
    event.type === type;

/** The server's clock, in milliseconds. */
export const msOf = (store: Store): number => Number(store.nextInstant() / 1_000_000n);

/** Delivers some attempts to the URL of another merchant. */
export const toAnotherMerchant = (
  isMeant: (attempt: number, configuration: Configuration) => boolean,
): Change =>
  withMemory(newMap<string, string>, (urls) => [
    before(
      "register.save",
      (_call, _owner, { merchantId, callbackUrl }) => void urls.set(merchantId, callbackUrl),
    ),
    instead("delivery.url", (configuration, _event, attempt) =>
      isMeant(attempt, configuration)
        ? [...urls].find(([id]) => id !== configuration.merchantId)?.[1]
        : undefined,
    ),
  ]);

/** Delivers each event a second time, to another URL where there is one. */
export const alsoTo = (other: (configuration: Configuration) => string | undefined): Change =>
  withMemory(newSet<number>, (sent) => [
    changing("delivery.recipients", (usual, { merchant }, { store }) => {
      const own = store.configurationOf(merchant);
      return own !== undefined && other(own) !== undefined ? [...usual, ...usual] : usual;
    }),
    instead("delivery.url", (own, { number }, attempt) => {
      const isCopy = attempt === 1 && sent.has(number);
      sent.add(number);
      return isCopy ? other(own) : undefined;
    }),
  ]);

/** Delivers by all callback URLs that a merchant has registered, the stored one last. */
export const urlsBefore = (
  choose: (urls: readonly string[], own: string) => string | undefined,
  how: (other: (configuration: Configuration) => string | undefined) => Change = (other) =>
    instead("delivery.url", (configuration) => other(configuration)),
): Change =>
  withMemory(newMap<string, string[]>, (urls) => [
    before("register.save", (_call, _owner, { merchantId, callbackUrl }) => {
      const known = urls.get(merchantId) ?? [];
      if (known.at(-1) !== callbackUrl) urls.set(merchantId, [...known, callbackUrl]);
    }),
    how(({ merchantId, callbackUrl }) => choose(urls.get(merchantId) ?? [], callbackUrl)),
  ]);

/** Knows the URLs that each configuration had when it was disabled, the last one last. */
export const knowingDisables = (
  change: (urlsOf: (configuration: Configuration) => readonly string[]) => Change,
): Change =>
  withMemory(newMap<string, string[]>, (urls) => [
    before("disable.disabled", (_call, { merchantId, callbackUrl }) => {
      urls.set(merchantId, [...(urls.get(merchantId) ?? []), callbackUrl]);
    }),
    change(({ merchantId }) => urls.get(merchantId) ?? []),
  ]);

/** Knows the URL that each configuration was refused last, until a register of it is accepted. */
export const knowingRejected = (
  change: (urlOf: (configuration: Configuration) => string | undefined) => Change,
): Change =>
  withMemory(newMap<string, string>, (rejected) => [
    changing("register.judge", (verdict, call) => {
      const id = currentOf(call)?.merchantId ?? "";
      if (typeof verdict === "string") rejected.delete(id);
      else rejected.set(id, /https:[^"]+/.exec(bodyOf(call))?.[0] ?? "https://rejected.example/");
      return verdict;
    }),
    change(({ merchantId }) => rejected.get(merchantId)),
  ]);

/** Knows whether the last change of any configuration was a disable. */
export const whileAnyIsDisabled = (change: (isDisabled: () => boolean) => Change): Change =>
  withMemory(holding(false), (memory) => [
    before("disable.disabled", () => void (memory.value = true)),
    before("register.save", () => void (memory.value = false)),
    change(() => memory.value),
  ]);
