import { newMap, replacing, together, where, withMemory } from "../../../lib/reference/changes.ts";
import {
  currentOf,
  disabled,
  editStored,
  isAcceptable,
  isDisable,
  isQuery,
  isRegister,
  pause,
  withNewId,
  withoutUrl,
} from "../../../lib/reference/faults.ts";
import { toMutants } from "../../../lib/reference/mutant.ts";
import { success } from "../../../lib/reference/outcome.ts";
import { callerInAGlobal, editingAfterOverlap, whereMeeting, writingInSteps } from "./faults.ts";

/** Faults that show while requests of one merchant overlap. */
export const concurrencyMutants = toMutants({
  "concurrency.reads-registered": {
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
  },
  "concurrency.keeps-identity": {
    "gives-a-new-id-when-registers-overlap": editingAfterOverlap(withNewId),
    "sets-create-time-when-registers-overlap": editingAfterOverlap(({ createTime, updateTime }) => ({
      createTime: createTime + 1_000_000n,
      updateTime: updateTime + 1_000_000n,
    })),
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
    "disables-the-last-caller-of-several": where(isDisable, callerInAGlobal),
  },
});
