import type { Call } from "../../../lib/reference/call.ts";
import {
  changing,
  holding,
  newMap,
  newSet,
  replacing,
  together,
  where,
  withMemory,
} from "../../../lib/reference/changes.ts";
import {
  currentOf,
  disabled,
  editStored,
  everyNth,
  isAcceptable,
  isDisable,
  isQuery,
  isRegister,
  pause,
  withNewId,
  withoutUrl,
} from "../../../lib/reference/faults.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { type Outcome, success } from "../../../lib/reference/outcome.ts";
import {
  afterOverlap,
  callerInAGlobal,
  editingAfterOverlap,
  meeting,
  whereMeeting,
  writingInSteps,
} from "./faults.ts";

const half = (text: string, end: boolean) => {
  const middle = Math.ceil(text.length / 2);
  return end ? text.slice(middle) : text.slice(0, middle);
};

/** Faults that show while requests of one merchant overlap. */
export const concurrencyMutants = toMutants({
  "concurrency.reads-registered": {
    "tears-urls": withMemory(holding(""), (memory) =>
      writingInSteps((next) => [
        ({ callbackUrl }) => {
          memory.value = half(next.callbackUrl, false);
          return { callbackUrl: memory.value + half(callbackUrl, true) };
        },
        () => ({ ...next, callbackUrl: memory.value + half(next.callbackUrl, true) }),
      ]),
    ),
    "returns-to-the-old-url-after-an-overlap": withMemory(
      () => ({ old: new Map<string, string>(), isThird: everyNth(3) }),
      ({ old, isThird }) => [
        afterOverlap((_call, { name }, before) => {
          if (before !== undefined) old.set(name, before.callbackUrl);
        }),
        changing("query.read", (stored, call, owner) => {
          const callbackUrl = old.get(owner.name);
          if (stored === undefined || callbackUrl === undefined || !isThird()) return stored;
          editStored(call, owner, () => ({ callbackUrl }));
          return { ...stored, callbackUrl };
        }),
      ],
    ),
    "empties-the-url-while-it-writes": writingInSteps((next) => [withoutUrl, () => next]),
    "shows-a-placeholder-while-it-writes": writingInSteps((next) => [
      () => ({ callbackUrl: "https://callback.invalid/pending" }),
      () => next,
    ]),
    "writes-urls-in-pieces": writingInSteps((next) => [
      () => ({ callbackUrl: next.callbackUrl.slice(0, 20) }),
      () => ({ callbackUrl: next.callbackUrl.slice(0, -1) }),
      () => next,
    ]),
    "shows-refused-urls-for-a-moment": together(
      replacing("query.perform", (perform) => async (call, owner) => {
        await pause(2);
        return perform(call, owner);
      }),
      replacing("register.perform", (perform) => async (call, owner) => {
        const current = call.store.configurationOf(owner.name);
        const outcome = await perform(call, owner);
        if (!outcome.refused || outcome.offending === undefined || current === undefined) return outcome;
        call.store.save(owner.name, { ...current, callbackUrl: outcome.offending });
        await pause(10);
        call.store.save(owner.name, current);
        return outcome;
      }),
    ),
  },
  "concurrency.ends-whole": {
    "joins-overlapping-urls": withMemory(newMap<bigint, string>, (before) =>
      editingAfterOverlap(({ id, callbackUrl }) => {
        const earlier = before.get(id);
        before.set(id, callbackUrl);
        return earlier === undefined ? {} : { callbackUrl: `${callbackUrl},${earlier}`.slice(0, 600) };
      }),
    ),
    "writes-back-at-disable-what-it-read-before": replacing(
      "disable.perform",
      (perform) => async (call, owner) => {
        const { disabled: after, save } = call.rules.disable;
        const current = call.store.configurationOf(owner.name);
        await pause();
        if (current === undefined || current.status === 0) return perform(call, owner);
        save(call, owner, after(call, current));
        return success(true);
      },
    ),
    "loses-registers-beyond-four-at-a-time": replacing("register.perform", (perform) => {
      let underWay = 0;
      let isLost = false;
      return async (call, owner) => {
        if (!isAcceptable(call)) return perform(call, owner);
        underWay += 1;
        isLost ||= underWay > 4;
        await pause(1);
        underWay -= 1;
        const outcome = isLost ? success(true) : await perform(call, owner);
        isLost &&= underWay > 0;
        return outcome;
      };
    }),
  },
  "concurrency.keeps-identity": {
    "gives-a-new-id-when-registers-overlap": editingAfterOverlap(withNewId),
    "sets-create-time-when-registers-overlap": editingAfterOverlap(({ createTime, updateTime }) => ({
      createTime: createTime + 1_000_000n,
      updateTime: updateTime + 1_000_000n,
    })),
    "removes-and-creates-on-update": withMemory(newSet<string>, (removed) => [
      changing("query.read", (stored, _call, { name }) => (removed.has(name) ? undefined : stored)),
      replacing("register.perform", (perform) => async (call, owner) => {
        const { judge, update, save } = call.rules.register;
        const [url, current] = [judge(call), call.store.configurationOf(owner.name)];
        if (typeof url !== "string" || current === undefined) return perform(call, owner);
        const wasRemoved = removed.has(owner.name);
        removed.add(owner.name);
        await pause();
        const next = update(call, current, url);
        save(call, owner, wasRemoved ? { ...next, ...withNewId(next) } : next);
        removed.delete(owner.name);
        return success(true);
      }),
    ]),
  },
});

/** While requests of two merchants overlap, one of them is lost, or gets or does what is the other's. */
export const concurrencyBetweenMutants = toMutants({
  "isolation.concurrent": {
    "shows-the-id-of-another-who-queries": whereMeeting("query.perform", ({ call, met, usual }) => {
      const other = met.find(isQuery);
      const [own, theirs] = [currentOf(call), other && currentOf(other)];
      if (own === undefined || theirs === undefined) return usual();
      const { id, merchantId } = theirs;
      return success(call.rules.query.view(call, { ...own, id, merchantId }));
    }),
    "answers-a-register-with-the-outcome-of-another": replacing("register.perform", (perform) => {
      const meet = meeting();
      const outcomes = new WeakMap<Call, Outcome>();
      return async (call, owner) => {
        const outcome = await perform(call, owner);
        outcomes.set(call, outcome);
        const met = (await meet(call, owner)).find((other) => outcomes.has(other));
        return (met && outcomes.get(met)) ?? outcome;
      };
    }),
    "disables-who-registers-meanwhile": whereMeeting("flow.operate", async ({ call, owner, met, usual }) => {
      const outcome = await usual();
      if (isRegister(call) && met.some(isDisable)) editStored(call, owner, disabled);
      return outcome;
    }),
    "loses-disables-while-another-registers": whereMeeting("flow.operate", ({ call, met, usual }) =>
      isDisable(call) && met.some(isRegister) ? success(true) : usual(),
    ),
    "loses-registers-while-another-disables": whereMeeting("flow.operate", ({ call, met, usual }) =>
      isRegister(call) && met.some(isDisable) && isAcceptable(call) ? success(true) : usual(),
    ),
    "loses-registers-while-another-merchant-registers": replacing("register.perform", (perform) => {
      const underWay: string[] = [];
      return async (call, owner) => {
        if (underWay.some((name) => name !== owner.name) && isAcceptable(call)) return success(true);
        underWay.push(owner.name);
        await pause();
        underWay.splice(underWay.indexOf(owner.name), 1);
        return perform(call, owner);
      };
    }),
    "disables-the-last-caller-of-several": where(isDisable, callerInAGlobal),
  },
  "register.creates": {
    "loses-first-registers-that-overlap-others": whereMeeting(
      "register.perform",
      ({ call, isFirst, met, usual }) =>
        isFirst && met.length > 0 && isAcceptable(call) ? success(true) : usual(),
    ),
    "creates-with-the-url-of-another-who-registers-meanwhile": whereMeeting(
      "register.perform",
      async ({ call, owner, isFirst, met: [other], usual }) => {
        const outcome = await usual();
        const callbackUrl = other && call.rules.register.judge(other);
        if (isFirst && typeof callbackUrl === "string") editStored(call, owner, () => ({ callbackUrl }));
        return outcome;
      },
    ),
  },
});
