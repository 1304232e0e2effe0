import type { Call, ReferenceMerchant } from "../../../lib/reference/call.ts";
import { replacing } from "../../../lib/reference/changes.ts";
import { currentOf, editStored, isNew, pause } from "../../../lib/reference/faults.ts";
import type { Change } from "../../../lib/reference/mutant.ts";
import { type Outcome, success } from "../../../lib/reference/outcome.ts";
import type { Configuration } from "../../../lib/reference/store.ts";

type Later = Outcome | Promise<Outcome>;
type Step = (stored: Configuration) => Partial<Configuration>;

/** A register of an existing configuration is written in steps, with other requests between them. */
export const writingInSteps = (steps: (next: Configuration) => readonly Step[]): Change =>
  replacing("register.perform", (perform) => async (call, owner) => {
    const { judge, update } = call.rules.register;
    const [url, current] = [judge(call), call.store.configurationOf(owner.name)];
    if (typeof url !== "string" || current === undefined) return perform(call, owner);
    for (const step of steps(update(call, current, url))) {
      editStored(call, owner, step);
      await pause();
    }
    return success(true);
  });

/** Something happens after registers of one merchant that overlap. */
export const afterOverlap = (
  act: (call: Call, owner: ReferenceMerchant, before: Configuration | undefined) => void,
): Change =>
  replacing("register.perform", (perform) => {
    const underWay = new Map<string, { now: number; most: number }>();
    return async (call, owner) => {
      const before = currentOf(call);
      const count = underWay.get(owner.name) ?? { now: 0, most: 0 };
      underWay.set(owner.name, count);
      count.now += 1;
      count.most = Math.max(count.most, count.now);
      await pause();
      const outcome = await perform(call, owner);
      if (count.most > 1) act(call, owner, before);
      count.now -= 1;
      if (count.now === 0) count.most = 0;
      return outcome;
    };
  });

/** After overlapping registers something else is stored. */
export const editingAfterOverlap = (edit: Step): Change =>
  afterOverlap((call, owner) => editStored(call, owner, edit));

/** Waits for other requests. Returns those of other merchants that overlapped a request. */
export function meeting(): (call: Call, owner: ReferenceMerchant) => Promise<readonly Call[]> {
  const underWay = new Map<Call, { readonly name: string; readonly met: Set<Call> }>();
  return async (call, { name }) => {
    const others = [...underWay].filter(([, other]) => other.name !== name);
    const met = new Set(others.map(([other]) => other));
    for (const [, other] of others) other.met.add(call);
    underWay.set(call, { name, met });
    await pause();
    underWay.delete(call);
    return [...met];
  };
}

interface Meeting {
  readonly call: Call;
  readonly owner: ReferenceMerchant;
  /** Requests of other merchants that overlapped. */
  readonly met: readonly Call[];
  /** Whether the caller had no configuration before. */
  readonly isFirst: boolean;
  readonly usual: () => Later;
}

/** A request does something else where it overlaps requests of other merchants. */
export const whereMeeting = (
  rule: "flow.operate" | "register.perform" | "query.perform",
  act: (meeting: Meeting) => Later,
): Change =>
  replacing(rule, (usual) => {
    const meet = meeting();
    return async (call, owner) => {
      const isFirst = isNew(call);
      const met = await meet(call, owner);
      return act({ call, owner, met, isFirst, usual: () => usual(call, owner) });
    };
  });

/** Who calls is stored where the next caller replaces it. */
export const callerInAGlobal: Change = replacing("flow.operate", (operate) => {
  let current: ReferenceMerchant | undefined;
  return async (call, owner) => {
    current = owner;
    await pause();
    return operate(call, current);
  };
});
